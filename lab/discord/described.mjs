// Writes described.json: what Discord's own description says of requests.
//
// The description is the OpenAPI document that Discord publishes. The package discord-api-spec
// (MIT) carries it as types and schemas. In an empty folder:
//
//     npm install discord-api-spec zod@4 typescript@5
//     cp FOLDER_OF_THE_PROJECT/lab/discord/described.mjs . && node described.mjs DATE > described.json
//
// DATE is the day on which that version of the package was published.

import fs from "node:fs";
import ts from "typescript";
import * as z from "zod/mini";
import * as shapes from "discord-api-spec/zod";

const PACKAGE = "node_modules/discord-api-spec/";

const registry = z.registry();
for (const [name, shape] of Object.entries(shapes)) {
  if (name.endsWith("Schema")) registry.add(shape, { id: name.slice(0, -"Schema".length) });
}
const schemas = z.toJSONSchema(registry, {
  io: "input", // a response's schema would refuse fields that it does not know
  unrepresentable: "any",
  uri: (name) => `#/$defs/${name}`,
}).schemas;
for (const schema of Object.values(schemas)) {
  delete schema.$schema;
  delete schema.$id;
}

const needed = {};

function need(schema) {
  for (const [, name] of JSON.stringify(schema).matchAll(/"#\/\$defs\/(\w+)"/g)) {
    if (name in needed) continue;
    needed[name] = schemas[name];
    need(schemas[name]);
  }
  return schema;
}

// The schema of a type as the package writes it: a name, a union, a list, or an object's members.
function schemaOf(type) {
  if (ts.isParenthesizedTypeNode(type)) return schemaOf(type.type);
  if (ts.isUnionTypeNode(type)) return { anyOf: type.types.map(schemaOf) };
  if (ts.isArrayTypeNode(type)) return { type: "array", items: schemaOf(type.elementType) };
  if (ts.isTypeReferenceNode(type)) return need({ $ref: `#/$defs/${type.typeName.text}` });
  if (ts.isLiteralTypeNode(type)) {
    const text = type.literal.getText();
    return text === "null" ? { type: "null" } : { const: JSON.parse(text) };
  }
  if (ts.isTypeLiteralNode(type)) {
    const properties = {};
    const required = [];
    for (const member of type.members) {
      if (!ts.isPropertySignature(member)) continue;
      properties[member.name.text] = schemaOf(member.type);
      if (!member.questionToken) required.push(member.name.text);
    }
    return { type: "object", properties, required };
  }
  const plain = { string: "string", number: "number", boolean: "boolean" }[type.getText()];
  return plain ? { type: plain } : {};
}

const member = (type, name) => type?.members?.find((each) => each.name?.text === name)?.type;

function methodOf(type) {
  const body = member(type, "requestBody");
  const query = member(member(type, "parameters"), "query");
  return {
    body: body && body.getText() !== "undefined" ? schemaOf(body) : null,
    query: (query?.members ?? []).map((each) => each.name.text),
  };
}

const text = fs.readFileSync(`${PACKAGE}build/discord-api-spec.ts`, "utf8");
const source = ts.createSourceFile("spec.ts", text, ts.ScriptTarget.Latest, true);
const paths = source.statements.find((each) => each.name?.text === "Paths");
const routes = {};
for (const path of (paths.members ?? paths.type.members)) {
  routes[path.name.text] = Object.fromEntries(
    path.type.members.map((each) => [each.name.text.toUpperCase(), methodOf(each.type)]),
  );
}
const { version } = JSON.parse(fs.readFileSync(`${PACKAGE}package.json`, "utf8"));
const sorted = Object.fromEntries(Object.entries(needed).sort());
console.log(JSON.stringify({ date: process.argv[2], version, routes, $defs: sorted }));
