import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSourceFile, forEachChild, isStringLiteralLike, ScriptTarget, type Node } from 'typescript';
import { SPEC_TEXTS } from '../support/ui/spec-texts';

/** What is wrong with a file is told behind its name. */
const FILE_NAME = /^\S+\.\w+: /;

/** The strings that the tests of the screens are written with; comments and regular expressions are none. */
function stringsOfTests(): Set<string> {
  const strings = new Set<string>();
  const collect = (node: Node) => {
    if (isStringLiteralLike(node)) strings.add(node.text.replace(FILE_NAME, ''));
    forEachChild(node, collect);
  };
  for (const name of readdirSync(__dirname).filter((file) => file.endsWith('.spec.ts')))
    collect(createSourceFile(name, readFileSync(join(__dirname, name), 'utf8'), ScriptTarget.Latest));
  return strings;
}

describe('the literal texts of the specification', () => {
  const claimed = stringsOfTests();

  it.each(Object.entries(SPEC_TEXTS))('are each looked for by a test of a screen: %s', (_section, texts) => {
    expect(texts.filter((text) => !claimed.has(text))).toEqual([]);
  });
});
