/**
 * The order of the folders of `runtime/`: a file uses values of its own floor's folder and of the
 * floors below, never of a floor above. Types may come from anywhere.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

/** From the bottom to the top; `.` are the files of `runtime/` itself. */
const FLOORS = [
  ['lib'],
  ['contract', 'input', 'observe'],
  ['http', 'protocols', 'store', 'sales'],
  ['jobs', 'media', 'payments', 'x402'],
  ['owned', 'settings'],
  ['hooks', 'upstream'],
  ['replies', 'followups', 'releases', 'fetched'],
  ['limits'],
  ['calls/steps'],
  ['calls/stages'],
  ['calls/jobs', 'calls/streams'],
  ['calls'],
  ['services'],
  ['.'],
]

/** What generated code is made of stands beside `contract/`, whose part it is. */
const CONTRACT = new Set(['contract.ts', 'discovery.ts', 'formula.ts', 'quote.ts'])

const FILES = readdirSync('runtime', { recursive: true, encoding: 'utf8' }).filter(file =>
  file.endsWith('.ts'),
)

const IMPORT = /^(?:import|export)\s+(type\s+)?([^'"]*?)from\s+'(\.[^']+)'/gms

/** The folder of a file, by the deepest name that the floors know. */
function roomOf(file: string): string {
  if (CONTRACT.has(file)) return 'contract'
  const parts = dirname(file).split('/')
  const names = parts.map((_, i) => parts.slice(0, i + 1).join('/'))
  return names.reverse().find(name => FLOORS.some(floor => floor.includes(name))) ?? dirname(file)
}

const floorOf = (room: string): number => FLOORS.findIndex(floor => floor.includes(room))

/** Whether an import brings types only: `{ type A, type B }`. */
function isOfTypes(clause: string): boolean {
  const names = /^\s*\{([^}]*)\}\s*$/s.exec(clause)?.[1]
  return names !== undefined && names.split(',').every(name => /^\s*(type\s|$)/.test(name))
}

/** The imports of values between folders, as `[from, to]`. */
function valueImports(): [string, string][] {
  return FILES.flatMap(file => {
    const text = readFileSync(join('runtime', file), 'utf8')
    return [...text.matchAll(IMPORT)]
      .filter(([, type, clause]) => type === undefined && !isOfTypes(clause!))
      .map(([, , , target]): [string, string] => [file, join(dirname(file), target!)])
      .filter(([, to]) => !to.startsWith('..'))
  })
}

it('knows every folder of the runtime', () => {
  const rooms = new Set(FILES.map(roomOf))
  expect([...rooms].filter(room => floorOf(room) === -1)).toEqual([])
})

it('has no import of a value from a floor above, or from beside', () => {
  const wrong = valueImports().filter(([from, to]) => {
    const [low, high] = [roomOf(from), roomOf(to)]
    return low !== high && floorOf(high) >= floorOf(low)
  })
  expect(wrong.map(([from, to]) => `${from} imports ${to}`)).toEqual([])
})
