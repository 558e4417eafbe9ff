/**
 * Turns `fields:`, which says which fields go together, into gates. Each gate has the place of its
 * rule.
 */
import { entriesOf, itemsOf, textOf, valueOf, problem } from '../read/access.ts'
import { known, report, type LoweringContext } from './build.ts'
import type { Place, Raw, Text } from '../types.ts'
import { compose } from '../notation/rows.ts'

/** A gate in the form in which authors write it. */
export interface WrittenGate {
  rule: Text
  when?: Text
  error: Text
  code?: string
  field?: string
  extra?: Raw
  place: Place
  byRule?: boolean
}

/** The gates of a route's `fields:`. `names` are the fields that exist. */
export function fieldGates(
  raw: Raw | undefined,
  names: ReadonlyMap<string, { place: Place }>,
  build: LoweringContext,
): WrittenGate[] {
  const pairs = new Set<string>()
  return entriesOf(raw).flatMap(entry => {
    if (!known(build, 'field', { name: entry.key, place: entry.keyPlace, defs: names })) return []
    return entriesOf(entry.value).flatMap(rule =>
      ruleGates(entry.key, rule.key, rule.value, { names, build, pairs, place: rule.keyPlace }),
    )
  })
}

interface RuleContext {
  names: ReadonlyMap<string, { place: Place }>
  build: LoweringContext
  pairs: Set<string>
  place: Place
}

function ruleGates(field: string, rule: string, value: Raw, site: RuleContext): WrittenGate[] {
  const here = `has(body.${field})`
  const gate = (parts: readonly (string | Text)[], error: string): WrittenGate => ({
    rule: compose(parts, value.place),
    error: compose([error], value.place),
    place: value.place,
    byRule: true,
  })
  if (rule === 'aka' || rule === 'refusal') return []
  if (rule === 'never')
    return [{ ...gate([`!${here}`], ''), error: (value as { text: Text }).text }]
  if (rule === 'only')
    return [
      gate(
        [`!${here} || (`, (value as { text: Text }).text, ')'],
        `400 ${field} is not offered by this model`,
      ),
    ]
  if (rule === 'needed_when')
    return [
      {
        ...gate([`${here} || !(`, (value as { text: Text }).text, ')'], '400 is needed here'),
        field,
      },
    ]
  return itemsOf(value).flatMap(item => {
    const other = textOf(item)!
    const isKnown = known(site.build, 'field', { name: other, place: item.place, defs: site.names })
    const made = isKnown ? pairGate(rule, { field, other, place: item.place }, site) : undefined
    return made === undefined ? [] : [{ ...gate(made.parts, made.error), place: item.place }]
  })
}

/** The gate of a rule about two fields; undefined if another gate says the same of them. */
function pairGate(
  rule: string,
  { field, other, place }: { field: string; other: string; place: Place },
  site: RuleContext,
): { parts: string[]; error: string } | undefined {
  if (other === field) {
    report(site.build, problem('bad-value', place, `\`${field}\` cannot have a rule about itself`))
    return undefined
  }
  const test = `!has(body.${field})`
  if (rule === 'needs')
    return { parts: [`${test} || has(body.${other})`], error: `400 ${field} needs ${other}` }
  const pair = [field, other].sort().join('\n')
  if (site.pairs.has(pair)) return undefined
  site.pairs.add(pair)
  return {
    parts: [`${test} || !has(body.${other})`],
    error: `400 ${field} cannot be combined with ${other}`,
  }
}

/** The `aka:` of all fields: names that callers write by mistake, with the correct field. */
export function otherNames(
  raw: Raw | undefined,
  names: ReadonlyMap<string, { place: Place }>,
  build: LoweringContext,
): Record<string, string> {
  const found = new Map<string, string>()
  for (const { key, value } of entriesOf(raw)) {
    for (const item of itemsOf(valueOf(value, 'aka'))) {
      const name = textOf(item)!
      const taken = names.has(name) ? name : found.get(name)
      if (taken !== undefined)
        report(
          build,
          problem(
            'bad-value',
            item.place,
            `\`${name}\` is already another name of the field \`${taken}\``,
            {
              hint: 'list only names that callers write by mistake, each once',
            },
          ),
        )
      found.set(name, key)
    }
  }
  return Object.fromEntries(found)
}

/** The fields of an input by name, with their places. */
export function fieldPlaces(raw: Raw | undefined): Map<string, { place: Place }> {
  return new Map(
    entriesOf(raw)
      .filter(entry => entry.key !== '...')
      .map(entry => [entry.key, { place: entry.keyPlace }]),
  )
}
