/**
 * The command line of the generator. Each command loads only its own modules, so that `check`
 * starts quickly.
 */
import { join } from 'node:path'
import {
  parseOptions,
  PLAN_FORMATS,
  USAGE,
  type Options,
  type PlanFormat,
  type Terminal,
} from './commands/options.ts'
import type { FORMATS } from './problems/print.ts'
import { takenByNpm } from './commands/npm-options.ts'
import { keepMemory } from './memory.ts'
import { nearest } from './problems/suggest.ts'
import { useParseCache } from './read/document.ts'
import { openParseCache } from './read/parse-cache.ts'

interface Verb {
  usage: string
  about: string
  options: readonly string[]
  /** The formats of its output, if they differ from those of other commands. */
  formats?: readonly string[]
  rest: number
  run(options: Options, terminal: Terminal): Promise<number>
}

const SHARED = ['--catalog', '--format']

const VERBS: Readonly<Record<string, Verb>> = {
  check: {
    usage:
      'check [--strict] [--against REF|DIR] [--all] [--at DAY] [--catalog DIR] [--format ' +
      'pretty|json|github]',
    about:
      'Reads the catalog and reports every problem, with its place, and prices that are ' +
      'far from those of a commit (HEAD). ' +
      '--all lists each example that one number makes wrong. --at checks the catalog as it ' +
      'is on a day: with the prices and promotions of that day, without what is retired by ' +
      'then; and says what is then other than in the list. Examples with `at` are priced ' +
      'on their own day, others by the list. Writes nothing.',
    options: [...SHARED, '--against', '--all', '--strict', '--at'],
    rest: 0,
    run: async (options, terminal) =>
      (await import('./commands/check.ts')).check(options, terminal),
  },
  generate: {
    usage:
      'generate [--check] [--strict] [--catalog DIR] [--out DIR] [--format pretty|json|github]',
    about:
      'Compiles the catalog to code and documents. With --check it changes nothing and ' +
      'fails where files differ.',
    options: [...SHARED, '--out', '--check', '--strict'],
    rest: 0,
    run: async (options, terminal) =>
      (await import('./commands/generate.ts')).generate(options, terminal),
  },
  watch: {
    usage: 'watch [--catalog DIR] [--format pretty|json|github]',
    about: 'Checks the catalog after every change. Ends with Ctrl-C.',
    options: [...SHARED, '--strict'],
    rest: 0,
    run: async (options, terminal) => {
      const stop = new AbortController()
      process.once('SIGINT', () => stop.abort())
      process.once('SIGTERM', () => stop.abort())
      return (await import('./commands/watch.ts')).watch(options, terminal, stop.signal)
    },
  },
  plan: {
    usage:
      'plan [--against REF|DIR] [--network NAME] [--purchases FILE] [--catalog DIR] ' +
      '[--format text|markdown|json]',
    about:
      'Says what the change since a commit costs customers, and what it breaks. Prices are ' +
      'those on the first network of gateway.yaml that sells a route, or on --network. ' +
      'Ends with 3 where a change is blocked.',
    options: [...SHARED, '--against', '--network', '--purchases'],
    formats: PLAN_FORMATS,
    rest: 0,
    run: async (options, terminal) =>
      (await import('./commands/plan.ts')).plan(
        options as unknown as Options<PlanFormat>,
        terminal,
      ),
  },
  examples: {
    usage: 'examples [--write] [--against REF|DIR] [--catalog DIR]',
    about:
      'Lists the prices of examples and of `row_prices` that are not what the formulas give, ' +
      'old and new. --write changes these numbers in the files, and nothing else. It refuses ' +
      'while the catalog has other errors.',
    options: ['--catalog', '--against', '--write'],
    rest: 0,
    run: async (options, terminal) =>
      (await import('./commands/examples.ts')).examples(options, terminal),
  },
  explain: {
    usage: 'explain [CODE]',
    about:
      'Says what a problem code means, with a wrong and a right example. Without a code it ' +
      'lists all.',
    options: [],
    rest: 1,
    run: async (options, terminal) =>
      (await import('./commands/explain.ts')).explain(options, terminal),
  },
}

/** Runs one command. Exit codes: 0 success, 1 problems or drift, 2 wrong use, 3 a blocked plan. */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name = '', ...rest] = args
  if (name === '--help' || name === '-h' || name === 'help') return help(terminal)
  if (!Object.hasOwn(VERBS, name)) {
    const near = nearest(name, Object.keys(VERBS))
    return misuse(
      name === ''
        ? 'say what to do'
        : `unknown command ${name}${near ? `, did you mean ${near}?` : ''}`,
      terminal,
    )
  }
  const verb = VERBS[name]!
  const taken = takenByNpm(
    verb.options.map(option => option.slice(2)),
    process.env,
  )
  if (taken !== undefined) return misuse(taken, terminal, verb)
  const options = parseOptions(rest, verb.options, verb.formats as typeof FORMATS | undefined)
  if ('misuse' in options) return misuse(options.misuse, terminal, verb)
  if (options.help) return help(terminal, verb)
  if (options.rest.length > verb.rest)
    return misuse(`${name} does not take \`${options.rest[verb.rest]}\``, terminal, verb)
  try {
    return await verb.run(options, terminal)
  } catch (error) {
    if (!isFileError(error)) throw error
    terminal.err(`${error.message}\n`)
    return USAGE
  }
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return (
    error instanceof Error &&
    typeof (error as NodeJS.ErrnoException).code === 'string' &&
    'syscall' in error
  )
}

function help(terminal: Terminal, verb?: Verb): number {
  const verbs = verb ? [verb] : Object.values(VERBS)
  terminal.out(verbs.map(one => `  ${one.usage}\n      ${one.about}\n`).join(''))
  return 0
}

function misuse(message: string, terminal: Terminal, verb?: Verb): number {
  terminal.err(`${message}\n`)
  terminal.err((verb ? [verb] : Object.values(VERBS)).map(one => `  ${one.usage}\n`).join(''))
  return USAGE
}

/**
 * Keeps parsed files and what was built from them for the next command of the same version, in
 * files of a folder.
 */
export function keepBuilt({ folder, version }: { folder: string; version: string }): void {
  const cache = openParseCache(join(folder, 'parsed.json'), version)
  useParseCache(cache)
  const saveMemory = keepMemory({ path: join(folder, 'built'), version })
  process.once('exit', () => {
    for (const save of [cache.save, saveMemory])
      try {
        save()
      } catch (error) {
        // The command itself has succeeded.
        process.stderr.write(`cannot write to ${folder}: ${String(error)}\n`)
      }
  })
}

/** The real terminal. */
export function terminal(): Terminal {
  const color = process.stdout.isTTY === true && !process.env.NO_COLOR
  return {
    out: text => void process.stdout.write(text),
    err: text => void process.stderr.write(text),
    color,
    now: () => Date.now(),
    ...(process.stdout.columns ? { columns: process.stdout.columns } : {}),
  }
}
