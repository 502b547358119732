// SPDX-License-Identifier: GPL-2.0-or-later
// Tarballs of sysfs trees, read into memory: nothing is unpacked to disk, so no entry can escape from a
// directory.
#pragma once

#include <map>
#include <string>

#include "machines/file_tree.h"

namespace schedproof::machines {

/// The regular files of a tarball that `keep` wants, by path ("./" in front removed); symbolic links become
/// empty files, for their names are information (node0/cpu3) and their targets are not followed. Throws
/// BadInput if the file cannot be read as a tarball, an entry's path is absolute or has "..", a kept entry is
/// above 1 MiB, or the whole is above limits that no dump of a machine comes near (a million entries, 64 MiB
/// kept, 1 GiB unpacked).
std::map<std::string, std::string> read_tarball(const std::string& file, const KeepFile& keep);

}  // namespace schedproof::machines
