/** A gateway that can do the work of jobs: one route, whose upstream a test plays. */
import type { CompiledRoute } from '../../runtime/context.ts'
import { countUses } from '../../runtime/lib/editions.ts'
import { noModels } from '../../runtime/lib/models.ts'
import { valuesOf } from '../../runtime/lib/values.ts'
import { jobsDesk } from './desk.ts'

/** How long jobs may take, ms. */
export const STALL = 600_000
const REPLY = {
  ok: true,
  status: 200,
  headers: {},
  body: Buffer.from(''),
  json: {},
  given: { url: 'u' },
}

/** Makes the gateway. `reply` answers for the upstream; `upstream` undefined calls none. */
export function workingDesk(
  more: { route?: object; reply?: (signal: AbortSignal) => unknown; context?: object } = {},
) {
  const desk = jobsDesk()
  const { reply = () => REPLY } = more
  const requests: any[] = []
  const upstream = () => ({ id: 'vendor.call', upstream: 'vendor', origin: 'here' })
  const route = {
    id: 'post_films',
    job: { stall: STALL, object: 'film.job', store: 'films' },
    upstream,
    ...more.route,
  }
  const offering = { since: 0, models: noModels }
  const compiled = {
    route,
    values: valuesOf(route as never),
    offerings: { at: () => offering, all: [offering] },
  } as unknown as CompiledRoute
  const closed: unknown[][] = []
  const contexts: unknown[] = []
  Object.assign(desk.context, {
    settings: { instance: 'me' },
    jobs: new Map(),
    uses: countUses(),
    routes: new Map([['post_films', compiled]]),
    catalog: { hash: 'h', calls: {} },
    random: { hex: () => 'new' },
    editions: { all: () => contexts, current: () => desk.context },
    upstreams: {
      call: async (call: object, scope: object, options: { signal: AbortSignal }) => {
        requests.push({ call, scope, options })
        return reply(options.signal)
      },
    },
    ledger: {
      get: async (key: string) => ({ key, state: 'claimed', job: { id: 'j1' } }),
      fail: async ({ key }: { key: string }, why: string) => void closed.push([key, why]),
    },
    ...more.context,
  })
  contexts.push(desk.context)
  return { ...desk, compiled, requests, closed }
}
