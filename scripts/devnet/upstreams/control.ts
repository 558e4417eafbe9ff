/**
 * The switchboard of the local upstreams.
 *
 *   GET    /                      the upstreams, the modes, the orders
 * POST /{upstream} changes how one behaves: `{mode, ms?, status?, times?, retry_after?, code?,
 * step?, path?, polls?,
 * after?, gap?, chunks?, bytes?, ahead?}` (behaviour.ts says what they mean)
 *   GET    /{upstream}            the calls it saw
 *   DELETE /{upstream}            good behaviour and a clean memory again
 * POST /{upstream}/release lets the calls go on that `hold` keeps, well or as the behaviour in the
 * body says
 *   GET    /{upstream}/jobs       the jobs it accepted
 * POST /{upstream}/jobs orders what becomes of its jobs, or of the one with `id`: `{order, id?,
 * code?}`
 *   POST   /{upstream}/models     changes which models it lists: `{add?: [model], remove?: [name],
 * change?: {name: members}}`, in the vendor's own members (model-lists.ts)
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { modes, steps } from './behaviour.ts'
import type { Behaviour } from './behaviour.ts'
import type { Hosted } from './host.ts'
import { jobOrders } from './jobs.ts'
import type { JobOrder } from './jobs.ts'

type Answer = [status: number, body: unknown]
interface Asked {
  method: string
  text: string
  upstream: string
  one: Hosted
}

/** Starts the control server; `url` is its address. */
export async function startControl(
  hosted: ReadonlyMap<string, Hosted>,
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((message, response) => {
    const chunks: Buffer[] = []
    message.on('data', chunk => chunks.push(chunk))
    message.on('end', () => {
      const path = (message.url ?? '/').slice(1).split('?')[0] ?? ''
      const [status, body] = answer(hosted, {
        method: message.method ?? 'GET',
        path,
        text: Buffer.concat(chunks).toString(),
      })
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const actions: Readonly<Record<string, (asked: Asked) => Answer>> = {
  'GET ': ({ upstream, one }) => [200, { upstream, url: one.url, calls: one.calls }],
  'POST ': behave,
  'DELETE ': ({ upstream, one }) => {
    one.reset()
    return [200, { upstream, mode: 'ok', calls: [] }]
  },
  'POST release': release,
  'GET jobs': ({ upstream, one }) => [200, { upstream, jobs: one.jobs.list() }],
  'POST jobs': orderJobs,
  'POST models': orderModels,
}

function answer(
  hosted: ReadonlyMap<string, Hosted>,
  { method, path, text }: { method: string; path: string; text: string },
): Answer {
  if (path === '') return [200, { upstreams: [...hosted.keys()], modes, orders: jobOrders }]
  const [upstream = '', what = ''] = path.split('/')
  const one = hosted.get(upstream)
  if (!one) return [404, { error: `no upstream ${upstream}`, upstreams: [...hosted.keys()] }]
  const action = `${method} ${what}`
  if (!Object.hasOwn(actions, action))
    return [404, { error: `no ${action} here`, actions: Object.keys(actions) }]
  return actions[action]!({ method, text, upstream, one })
}

const BODY =
  'body must be {mode, ms?, status?, times?, retry_after?, code?, step?, path?, polls?, ' +
  'after?, gap?, chunks?, bytes?, ahead?}'

function behave({ upstream, one, text }: Asked): Answer {
  const behaviour = parseBehaviour(text)
  if (!behaviour) return [400, { error: BODY, modes }]
  one.behave(behaviour)
  return [200, { upstream, ...behaviour }]
}

function release({ upstream, one, text }: Asked): Answer {
  const behaviour = text === '' ? ({ mode: 'ok' } as const) : parseBehaviour(text)
  if (!behaviour || behaviour.mode === 'hold') return [400, { error: BODY, modes }]
  return [200, { upstream, released: one.release(behaviour) }]
}

function orderJobs({ upstream, one, text }: Asked): Answer {
  const body = parse(text) as { order?: JobOrder; id?: string; code?: string | number } | undefined
  if (!body?.order || !jobOrders.includes(body.order))
    return [400, { error: 'body must be {order, id?, code?}', orders: jobOrders }]
  const code = body.code === undefined ? undefined : String(body.code)
  return [200, { upstream, ordered: one.jobs.order(body.order, { id: body.id, code }) }]
}

function orderModels({ upstream, one, text }: Asked): Answer {
  const order = parse(text)
  if (!one.list || !order) return [400, { error: 'body must be {add?, remove?, change?}' }]
  return [200, { upstream, models: one.list.order(order) }]
}

function parseBehaviour(text: string): Behaviour | undefined {
  const body = parse(text) as Behaviour | undefined
  if (!body || !modes.includes(body.mode)) return undefined
  const streams = [body.after, body.gap, body.chunks, body.bytes]
  const numbers = [
    body.ms,
    body.status,
    body.times,
    body.polls,
    body.ahead,
    body.retry_after ?? undefined,
    ...streams,
  ]
  const whole = numbers.every(n => n === undefined || (Number.isInteger(n) && n >= 0))
  const texts = body.path === undefined || typeof body.path === 'string'
  return whole && texts && (body.step === undefined || steps.includes(body.step)) ? body : undefined
}

/** Parses an object; undefined if the text is none. */
function parse(text: string): object | undefined {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : undefined
  } catch {
    return undefined
  }
}
