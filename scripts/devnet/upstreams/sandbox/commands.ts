/**
 * The programs of an emulated sandbox. Nothing runs on this machine: each program is a function
 * over the files of its sandbox, and programs that are not here do not exist there.
 */
import { outcome, type Outcome } from './outcome.ts'
import { python } from './python.ts'

/** Files of a sandbox by name. */
export type Files = Map<string, string>

/** What a command needs: the sandbox's files, and the seconds that it may take. */
export interface Machine {
  files: Files
  seconds: number
}

const KILLED = 124
const NOT_FOUND = 127

type Program = (args: readonly string[], machine: Machine) => Outcome

const PROGRAMS: Readonly<Record<string, Program>> = {
  echo: args => outcome({ stdout: `${args.join(' ')}\n` }),
  pwd: () => outcome({ stdout: '/root\n' }),
  true: () => outcome({}),
  false: () => outcome({ returncode: 1 }),
  ls: (_, { files }) => outcome({ stdout: [...files.keys()].sort().map(line).join('') }),
  touch: (args, { files }) => {
    for (const name of args) files.set(name, files.get(name) ?? '')
    return outcome({})
  },
  rm: (args, { files }) => each(args, name => (files.delete(name) ? '' : undefined), 'rm'),
  cat: (args, { files }) => each(args, name => files.get(name), 'cat'),
  sleep: ([seconds = ''], machine) => sleep(Number(seconds), machine),
  python,
  python3: python,
  sh: shell,
  bash: shell,
}

const line = (text: string): string => `${text}\n`

/** Joins what each name gives; a name that gives nothing is an error, as of `cat`. */
function each(
  names: readonly string[],
  give: (name: string) => string | undefined,
  program: string,
): Outcome {
  const found = names.map(name => ({ name, text: give(name) }))
  const missing = found.filter(({ text }) => text === undefined)
  return outcome({
    stdout: found.map(({ text }) => text ?? '').join(''),
    stderr: missing.map(({ name }) => `${program}: ${name}: No such file or directory\n`).join(''),
    returncode: missing.length > 0 ? 1 : 0,
  })
}

/** Takes no real time: a sleep ends at once, or is killed at once where it would take too long. */
function sleep(seconds: number, machine: Machine): Outcome {
  if (!(seconds >= 0)) return outcome({ stderr: 'sleep: invalid time interval\n', returncode: 1 })
  return seconds > machine.seconds
    ? outcome({ stderr: `command timed out after ${machine.seconds} s\n`, returncode: KILLED })
    : outcome({})
}

/** `sh -c "a > file && b; c"`: words without quotes, `&&`, `;` and `>`. */
function shell([flag, script = '']: readonly string[], machine: Machine): Outcome {
  if (flag !== '-c') return outcome({ stderr: 'sh: only -c is emulated\n', returncode: 2 })
  const all = outcome({})
  for (const sequence of script.split(';'))
    for (const part of sequence.split('&&')) {
      const { stdout, stderr, returncode } = redirected(part.trim(), machine)
      all.stdout += stdout
      all.stderr += stderr
      all.returncode = returncode
      if (returncode !== 0) break
    }
  return all
}

function redirected(text: string, machine: Machine): Outcome {
  const [, command = text, file] = /^(.*?)\s*>\s*(\S+)$/s.exec(text) ?? []
  if (command === '') return outcome({})
  const done = run(command.split(/\s+/), machine)
  if (file === undefined) return done
  machine.files.set(file, done.stdout)
  return { ...done, stdout: '' }
}

/** Emulates one command. */
export function run([name = '', ...args]: readonly string[], machine: Machine): Outcome {
  if (Object.hasOwn(PROGRAMS, name)) return PROGRAMS[name]!(args, machine)
  return outcome({
    stderr: `exec: ${JSON.stringify(name)}: executable file not found in $PATH\n`,
    returncode: NOT_FOUND,
  })
}
