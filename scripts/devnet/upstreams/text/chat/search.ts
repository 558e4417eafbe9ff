/**
 * Live search: what may be asked of it, and the pages that it finds, which are the same for the
 * same prompt.
 */
import { createHash } from 'node:crypto'
import type { Behaviour } from '../../behaviour.ts'
import { isObject, listOf } from '../asked.ts'
import type { AskedText, Problem } from '../asked.ts'
import { noneOf, outOfRange, wrongType } from '../limits.ts'
import { promptOf } from '../words.ts'
import type { Extra } from './side.ts'

const KINDS = ['web', 'news', 'x', 'rss']
const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/
const [MOST, USUAL] = [50, 20]

/** What is wrong with a search. */
export function badSearch(wanted: unknown): Problem | undefined {
  if (wanted === undefined || wanted === null) return undefined
  if (!isObject(wanted)) return wrongType('search_parameters', 'an object', wanted)
  const { mode, sources, max_search_results: most } = wanted
  for (const source of listOf(sources)) {
    const strange = noneOf('search_parameters.sources.type', source?.type ?? '', KINDS)
    if (strange) return strange
  }
  for (const name of ['from_date', 'to_date'])
    if (wanted[name] !== undefined && wanted[name] !== null && !DAY.test(wanted[name]))
      return {
        kind: 'value',
        param: name,
        message: `Invalid date in search_parameters.${name}: expected YYYY-MM-DD.`,
      }
  return (
    noneOf('search_parameters.mode', mode, ['auto', 'on', 'off']) ??
    outOfRange('search_parameters.max_search_results', most, { least: 1, most: MOST, whole: true })
  )
}

/**
 * What a search adds to a reply: its sources after the text and in `citations`, and their number in
 * the usage.
 */
export function search(asked: AskedText, body: Record<string, any>, behaviour: Behaviour): Extra {
  const wanted: unknown = body.search_parameters
  if (!isObject(wanted) || wanted.mode === 'off') return {}
  const found = pages(promptOf(asked.turns), wanted)
  const counted =
    behaviour.mode === 'uncounted' ? {} : { usage: { num_sources_used: found.length } }
  if (wanted.return_citations === false) return counted
  return {
    text: ` ${found.map((_, i) => `[${i + 1}]`).join('')}`,
    reply: { citations: found },
    ...counted,
  }
}

function pages(prompt: string, wanted: Record<string, any>): string[] {
  const kinds: string[] = listOf(wanted.sources).map(source => source.type)
  const among = kinds.length > 0 ? kinds : ['web', 'x']
  const hash = createHash('sha256').update(prompt).digest()
  const count = 1 + (hash[0]! % Number(wanted.max_search_results ?? USUAL))
  return Array.from(
    { length: count },
    (_, i) => `https://${among[i % among.length]}.example/${hash.toString('hex', 1, 5)}/${i + 1}`,
  )
}
