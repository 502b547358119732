# SPDX-License-Identifier: GPL-2.0-or-later
# cmake -DSCHEMA=schema.json -DOUTPUT=schema_text.cpp -P embed_schema.cmake: the schema as a C++ string, in pieces that every
# compiler takes.
file(READ "${SCHEMA}" text HEX)
string(LENGTH "${text}" length)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${text}")
string(REGEX REPLACE "('[^']*',)('[^']*',)('[^']*',)('[^']*',)('[^']*',)('[^']*',)('[^']*',)('[^']*',)" "\\1\\2\\3\\4\\5\\6\\7\\8\n" bytes "${bytes}")
file(WRITE "${OUTPUT}.new" "// Generated from counterexamples/schema.json.
#include \"counterexamples/schema.h\"

namespace schedproof::counterexamples {

std::string_view schema_text() {
  static constexpr char bytes[] = {
${bytes}
  };
  return {bytes, sizeof bytes};
}

}  // namespace schedproof::counterexamples
")
configure_file("${OUTPUT}.new" "${OUTPUT}" COPYONLY)
