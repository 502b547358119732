// SPDX-License-Identifier: GPL-2.0-or-later
// valijson decides what is valid; this file turns its findings into sentences.
#include "counterexamples/schema_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>

#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include "counterexamples/schema.h"
#include "model/machine/nearest_name.h"

namespace schedproof::counterexamples {

namespace {

using Json = nlohmann::json;

/// A place in the document with the part of the schema that speaks of it.
struct Spot {
  const Json* schema;
  const Json* value;
  std::string pointer;
};

const Json* resolved(const Json& root, const Json* schema) {
  while (schema->contains("$ref"))
    schema = &root.at(Json::json_pointer(schema->at("$ref").get<std::string>().substr(1)));
  return schema;
}

/// valijson's context is "<root>", "[tasks]", "[1]", "[cpu]".
Spot spot_of(const Json& root, const Json& document, const std::vector<std::string>& context) {
  Spot spot{&root, &document, ""};
  for (const std::string& step : context) {
    if (step == "<root>") continue;
    const std::string key = step.substr(1, step.size() - 2);
    if (spot.value->is_array()) {
      spot.value = &spot.value->at(std::stoul(key));
      spot.schema = &spot.schema->at("items");
    } else {
      spot.value = &spot.value->at(key);
      const bool named = spot.schema->contains("properties") && spot.schema->at("properties").contains(key);
      spot.schema = named ? &spot.schema->at("properties").at(key) : &spot.schema->at("additionalProperties");
    }
    spot.schema = resolved(root, spot.schema);
    spot.pointer += "/" + key;
  }
  return spot;
}

std::vector<std::string> accepted_keys(const Json& schema) {
  std::vector<std::string> keys;
  if (schema.contains("properties"))
    for (const auto& [key, value] : schema.at("properties").items()) keys.push_back(key);
  return keys;
}

std::string description_of(const Json& schema) {
  return schema.contains("description") ? " (" + schema.at("description").get<std::string>() + ")" : "";
}

/// "an integer from 0 to 1023", "one of "true", "false"".
std::string accepted_values(const Json& schema) {
  if (schema.contains("enum")) {
    std::vector<std::string> all;
    for (const Json& one : schema.at("enum")) all.push_back(one.dump());
    return (all.size() == 1 ? "" : "one of ") + fmt::format("{}", fmt::join(all, ", "));
  }
  std::vector<std::string> types;
  const Json& type = schema.at("type");
  for (const Json& one : type.is_array() ? type : Json::array({type})) {
    const auto name = one.get<std::string>();
    types.push_back((name == "object" || name == "array" || name == "integer" ? "an " : "a ") + name);
  }
  std::string out = fmt::format("{}", fmt::join(types, " or "));
  const bool low = schema.contains("minimum"), high = schema.contains("maximum");
  if (low && high)
    return out + fmt::format(" from {} to {}", schema.at("minimum").dump(), schema.at("maximum").dump());
  if (low) return out + " of at least " + schema.at("minimum").dump();
  if (schema.contains("minItems") && schema.at("minItems") == schema.at("maxItems"))
    return out + " of " + schema.at("minItems").dump() + " elements";
  if (schema.contains("maxItems")) return out + " of at most " + schema.at("maxItems").dump() + " elements";
  if (schema.contains("minProperties")) return out + " with exactly one key";
  if (schema.contains("minLength") || schema.contains("maxLength"))
    return out +
           fmt::format(" of {} to {} characters", schema.value("minLength", 0), schema.value("maxLength", 0));
  return out;
}

std::string shortened(const Json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return fmt::format("an array of {} elements", value.size());
  std::string text = value.dump();
  if (text.size() > 60) text = text.substr(0, 57) + "...";
  return text;
}

/// The key that one of valijson's descriptions names at its end: "... constraints: 'foo'.", "... property
/// 'foo'.".
std::string named_key(const std::string& description) {
  const auto colon = description.find(": '");
  const auto from = colon == std::string::npos ? description.find('\'') : colon + 2;
  const auto to = description.rfind('\'');
  return from == std::string::npos || from == to ? "" : description.substr(from + 1, to - from - 1);
}

[[noreturn]] void report(const LocatedJson& document, const Spot& spot, const std::string& description) {
  const auto fail = [&](const std::string& pointer, const std::string& reason) {
    throw BadScenarioFile(document.file, document.line_of(pointer), place_of(pointer), reason);
  };
  if (description.starts_with("Object contains a property that could not be validated")) {
    const std::string key = named_key(description).substr(0, 100);
    const auto keys = accepted_keys(*spot.schema);
    const std::string near = model::nearest_name(key, keys);
    fail(spot.pointer + "/" + key,
         "unknown key" + (near.empty() ? "" : "; did you mean \"" + near + "\"?") +
             (keys.empty() ? "; no key is accepted here"
                           : fmt::format("; accepted are {}", fmt::join(keys, ", "))));
  }
  if (description.starts_with("Missing required property")) {
    const std::string key = named_key(description);
    fail(spot.pointer, fmt::format("the key \"{}\" is missing{}", key,
                                   description_of(spot.schema->at("properties").at(key))));
  }
  if (spot.schema->contains("enum") && spot.value->is_string()) {
    const auto near = model::nearest_name(spot.value->get<std::string>(), spot.schema->at("enum"));
    if (!near.empty())
      fail(spot.pointer, fmt::format("{}; did you mean \"{}\"? Accepted is {}", shortened(*spot.value), near,
                                     accepted_values(*spot.schema)));
  }
  fail(spot.pointer, fmt::format("{}; accepted is {}{}", shortened(*spot.value),
                                 accepted_values(*spot.schema), description_of(*spot.schema)));
  throw std::logic_error("unreachable");
}

/// valijson compares integers as int64_t, which would make the kernel's largest unsigned longs negative.
Json within_int64(Json value) {
  constexpr auto kLargest = std::numeric_limits<std::int64_t>::max();
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(kLargest))
    return kLargest;
  if (value.is_structured())
    for (auto& item : value) item = within_int64(std::move(item));
  return value;
}

}  // namespace

void check_schema(const LocatedJson& document) {
  const Json bounded = within_int64(document.value);
  const Json root = Json::parse(schema_text());
  valijson::Schema schema;
  valijson::SchemaParser(valijson::SchemaParser::kDraft7)
      .populateSchema(valijson::adapters::NlohmannJsonAdapter(root), schema);
  valijson::Validator validator(valijson::Validator::kStrongTypes);
  valijson::ValidationResults results;
  if (validator.validate(schema, valijson::adapters::NlohmannJsonAdapter(bounded), &results)) return;
  valijson::ValidationResults::Error error;
  if (!results.popError(error)) throw std::logic_error("the schema is not met, but nothing is said of it");
  report(document, spot_of(root, document.value, error.context), error.description);
}

}  // namespace schedproof::counterexamples
