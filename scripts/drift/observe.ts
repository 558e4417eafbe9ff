/**
 * Reads the lists of models: those of the upstreams with the gateway's keys, recorded ones from
 * files.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { memberAt } from '../../generator/notation/listed.ts'
import type { Scope, UpstreamSpec } from '../../runtime/contract.ts'
import { systemClock } from '../../runtime/lib/clock.ts'
import { jsonOf } from '../../runtime/lib/json.ts'
import { systemRandom } from '../../runtime/lib/random.ts'
import { readUpstreams } from '../../runtime/settings/read.ts'
import { createOpen } from '../../runtime/upstream/open.ts'
import { createPools } from '../../runtime/upstream/pools.ts'
import { targetsOf } from '../../runtime/upstream/targets.ts'
import type { Failure, ListSpec, Reading } from './types.ts'

/** Ms without a byte after which a list counts as not readable, and its largest size. */
const TIMEOUT = 30_000
const LARGEST = 64 * 2 ** 20

/** Gets a list of an upstream; rejects with the reason if there is none. */
export type Get = (upstream: string, path: string) => Promise<{ source: string; reply: unknown }>

/** Gets lists with the addresses and keys of an environment, like the gateway. */
export function getterOf(
  specs: Readonly<Record<string, UpstreamSpec>>,
  env: Readonly<Record<string, string | undefined>>,
): { get: Get; close(): Promise<void> } {
  const problems: string[] = []
  const settings = readUpstreams(env, { upstreams: specs }, problems)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const pools = createPools(4)
  const targets = targetsOf(specs, settings)
  const open = createOpen({
    targets,
    pools,
    clock: systemClock,
    random: systemRandom,
    agent: 'farebox-drift',
    calls: {},
  })
  const get: Get = async (upstream, path) => {
    const spec = specs[upstream]
    if (!spec) throw new Error('it is not generated yet: run npm run generate')
    if (targets.get(upstream)?.base === undefined)
      throw new Error(`it is not configured: set ${spec.env}_KEY`)
    const source = `${settings[upstream]?.url}${path}`
    const file = await open(upstream, path, { scope: {} as Scope, timeout: TIMEOUT })
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of file.body) {
      size += chunk.length
      if (size > LARGEST) throw new Error('the list is too large')
      chunks.push(chunk)
    }
    return { source, reply: parsed(Buffer.concat(chunks).toString()) }
  }
  return { get, close: () => pools.close() }
}

function parsed(text: string): unknown {
  try {
    return jsonOf(text)
  } catch {
    throw new Error('the answer is not JSON')
  }
}

/** Reads one list. Never rejects. `now` is the time of fetched lists. */
export async function observe(
  list: ListSpec,
  { get, catalog, now }: { get: Get; catalog: string; now(): Date },
): Promise<Reading | Failure> {
  const source = 'file' in list.from ? list.from.file : list.from.get
  try {
    const found =
      'file' in list.from
        ? recorded(join(catalog, list.from.file))
        : { ...(await get(list.upstream, list.from.get)), at: now().toISOString() }
    const entries = entriesIn(found.reply, list)
    // A list of nothing would make every row look gone.
    if (entries.size === 0) throw new Error('the list is empty, or stands elsewhere in the reply')
    return { list, ...found, entries }
  } catch (error) {
    return { list, source, why: (error as Error).message }
  }
}

function recorded(path: string): Pick<Reading, 'source' | 'at' | 'reply'> {
  const { source, date, reply } = parsed(readFileSync(path, 'utf8')) as Record<string, unknown>
  if (typeof source !== 'string' || typeof date !== 'string' || reply === undefined)
    throw new Error(`${path} needs source, date and reply`)
  return { source, at: date, reply }
}

/** The entries of a list by the model's name. */
function entriesIn(reply: unknown, { models, match, prefix }: ListSpec): Map<string, unknown> {
  const list = memberAt(reply, models)
  const entries = Array.isArray(list)
    ? list
    : Object.entries(list ?? {}).map(([key, value]) => ({ key, ...(value as object) }))
  const named = entries.map((entry): [string, unknown] => {
    const name = String(memberAt(entry, match.at) ?? '')
    return [name.startsWith(prefix) ? name.slice(prefix.length) : name, entry]
  })
  return new Map(named.filter(([name]) => name !== ''))
}
