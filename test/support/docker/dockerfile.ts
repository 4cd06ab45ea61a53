export interface Instruction {
  name: string;
  /** Of `--name=value`. */
  flags: Record<string, string>;
  /** What follows them, on one line. */
  text: string;
  line: number;
}

export interface Stage {
  name: string;
  base: string;
  instructions: Instruction[];
}

export interface Dockerfile {
  /** Before the first stage. */
  args: Record<string, string>;
  stages: Stage[];
}

/** Reads what our Dockerfile uses: comments, continued lines, flags, stages and arguments. No here-documents. */
export function parseDockerfile(text: string): Dockerfile {
  const args: Record<string, string> = {};
  const stages: Stage[] = [];
  for (const instruction of instructionsOf(text)) {
    const stage = stages.at(-1);
    if (instruction.name === 'FROM') {
      const [base = '', , name = String(stages.length)] = expand(instruction.text, args).split(/\s+/);
      stages.push({ name, base, instructions: [] });
    } else if (stage) stage.instructions.push(instruction);
    else if (instruction.name === 'ARG') Object.assign(args, pairsOf(instruction.text));
  }
  return { args, stages };
}

function instructionsOf(text: string): Instruction[] {
  const found: Instruction[] = [];
  let open: { line: number; parts: string[] } | undefined;
  for (const [n, line] of text.split('\n').entries()) {
    if (/^\s*#/.test(line) || (!open && !line.trim())) continue;
    open ??= { line: n + 1, parts: [] };
    open.parts.push(line.replace(/\\$/, '').trim());
    if (line.endsWith('\\')) continue;
    found.push(instructionOf(open.parts.join(' '), open.line));
    open = undefined;
  }
  return found;
}

function instructionOf(text: string, line: number): Instruction {
  const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(text) ?? [];
  const flags: Record<string, string> = {};
  const without = rest.replace(/^(?:--[\w-]+=\S+\s+)+/, (all) => {
    for (const [, flag, value] of all.matchAll(/--([\w-]+)=(\S+)/g)) flags[flag!] = value!;
    return '';
  });
  return { name: name.toUpperCase(), flags, text: without, line };
}

/** Of `NAME=value OTHER="a value"`. */
export function pairsOf(text: string): Record<string, string> {
  const pairs = text.matchAll(/([\w.]+)=("(?:[^"\\]|\\.)*"|\S*)/g);
  return Object.fromEntries([...pairs].map(([, name, value]) => [name!, value!.replace(/^"|"$/g, '')]));
}

/** `${NAME}` and `$NAME`; an unknown name is empty. */
const expand = (text: string, values: Record<string, string>): string =>
  text.replace(
    /\$\{(\w+)\}|\$(\w+)/g,
    (_, braced?: string, bare?: string) => values[braced ?? bare ?? ''] ?? '',
  );
