/** What a recording says beside the catalog: new entries, and answers unlike what it says. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { answersOf, type Answer } from '../../generator/emit/openapi/answers-of.ts'
import { operationNames, type OperationNames } from '../../generator/emit/openapi/names.ts'
import { named } from '../../generator/emit/openapi/protocol-answers.ts'
import type { CatalogIR } from '../../generator/ir.ts'
import { beyond } from './beyond.ts'
import type { Entry } from './entries.ts'
import { exampleOf, type Places } from './example.ts'
import { learn } from './learn.ts'
import type { Recorded } from './recording.ts'

/** A new entry with the family of its route. */
export interface Proposed extends Entry {
  family: string
}

/** An answer that is not what the catalog says, or says more. */
export interface Difference {
  address: string
  family: string
  problems: string[]
  /** What would be written in place of the entry. */
  instead: Proposed
}

/** New entries, and differences from those that are there. */
export interface Compared {
  proposed: Proposed[]
  differences: Difference[]
}

/** Compares a recording with the catalog. */
export function compare(ir: CatalogIR, recorded: readonly Recorded[], at: Places): Compared {
  const names = operationNames(ir)
  const proposed: Proposed[] = []
  const differences: Difference[] = []
  for (const one of recorded) {
    const { address, route } = one
    const entry = one.isPoll ? route.polled : route.answer
    const made = entryOf(ir, names, one, at)
    const family = route.family
    if (entry === undefined) proposed.push({ ...made, address, family })
    else {
      const problems = problemsOf(ir, names, one)
      if (problems.length > 0)
        differences.push({ address, family, problems, instead: { ...made, address, family } })
    }
  }
  return { proposed, differences }
}

/** The entry of an answer: the schema beyond the formulas, and an example. */
function entryOf(
  ir: CatalogIR,
  names: OperationNames,
  one: Recorded,
  at: Places,
): Omit<Entry, 'address'> {
  const bare = { ...one.route, answer: undefined, polled: undefined }
  const known = knownOf(ir, names, { ...one, route: bare })
  const schema = isSpoken(ir, one) ? undefined : beyond(known, learn(one.answers, one.asked))
  const [first] = one.answers
  return { ...(schema === undefined ? {} : { schema }), example: exampleOf(first, at) }
}

/** Whether a protocol defines the answer; other members are the upstream's own. */
const isSpoken = (ir: CatalogIR, { route, isPoll }: Recorded): boolean =>
  !isPoll && named(ir, route) !== undefined

function knownOf(ir: CatalogIR, names: OperationNames, one: Recorded): Answer['schema'] {
  const spoken = one.isPoll ? undefined : named(ir, one.route)
  if (spoken !== undefined) return spoken.reply
  const { reply, accepted, finished } = answersOf(ir, one.route, names)
  const answer = one.isPoll ? finished : one.route.flow === 'polled_job' ? accepted : reply
  return answer!.schema
}

/** How answers break the schema of an entry, and which members it does not have. */
function problemsOf(ir: CatalogIR, names: OperationNames, one: Recorded): string[] {
  const known = knownOf(ir, names, one)
  const check = new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).compile(
    known,
  )
  const broken = one.answers.flatMap(answer =>
    check(answer) ? [] : (check.errors ?? []).map(e => `${e.instancePath || '/'} ${e.message}`),
  )
  const more = isSpoken(ir, one) ? undefined : beyond(known, learn(one.answers, one.asked))
  return [...new Set([...broken, ...(more === undefined ? [] : placesIn(more, ''))])]
}

function placesIn(schema: Record<string, any>, path: string): string[] {
  const members = Object.entries<any>(schema.properties ?? {})
  const inner = [
    ...members.flatMap(([name, one]) => placesIn(one, `${path}/${name}`)),
    ...(schema.items ? placesIn(schema.items, `${path}/[]`) : []),
    ...(schema.additionalProperties ? placesIn(schema.additionalProperties, `${path}/*`) : []),
  ]
  return inner.length > 0 ? inner : [`${path || '/'} is not said: ${JSON.stringify(schema)}`]
}
