/** What the routes of the hand-written catalog share. */
import type { JobSpec, Row, UpstreamCall } from '../../runtime/contract.ts'

export interface Model extends Row {
  price: bigint
  slow?: boolean
}

export const call = (id: string): UpstreamCall => ({
  id,
  upstream: 'vendor',
  origin: 'test',
  method: 'POST',
  path: () => '/',
  timeout: 60_000,
  retry: 0,
})

/** A call in two steps: the submit leaves a ticket, with which the poll is asked every 5 s. */
export const twoStep = (id: string): UpstreamCall => ({
  ...call(id),
  ticket: c => ({ job: c.reply.job }),
  poll: {
    ...call(`${id}.poll`),
    method: 'GET',
    path: c => `/${c.ticket.job}`,
    every: 5000,
    pending: c => c.reply.pending === true,
  },
})

/** Members that most routes share. */
export const base = {
  family: 'test',
  aliases: [],
  prefix: '',
  tags: [],
  networks: ['cash', 'small'],
  envelope: 'native',
  authorization: 300_000,
  bodyLimit: 4096,
  challenge: 'after_gates',
  discovery: 'challenge',
} as const

export const text = { type: 'string', minLength: 1 }

/** What the bodies of jobs hold. Polls say of it what was echoed at the submit. */
const jobBody = {
  schema: {
    type: 'object',
    required: ['model', 'prompt'],
    properties: { model: text, prompt: text, n: { type: 'integer', default: 1 } },
  },
  unknown: 'ignore',
} as const

export const echoed: Pick<JobSpec, 'echo' | 'accepted' | 'pending' | 'failed' | 'challenge'> = {
  echo: c => ({ model: c.body.model, n: c.body.n }),
  accepted: c => ({
    id: c.job!.id,
    object: c.job!.object,
    status: 'queued',
    ...c.job!.echo,
    price: c.price,
    payment_status: 'verified',
    created: c.job!.created,
    poll_url: c.job!.poll_url,
  }),
  pending: c => ({
    id: c.job!.id,
    object: c.job!.object,
    status: c.job!.status,
    model: c.job!.echo.model,
    payment_status: 'verified',
  }),
  failed: c => ({
    id: c.job!.id,
    object: c.job!.object,
    status: 'failed',
    model: c.job!.echo.model,
    error: c.job!.error,
    payment_status: 'not_charged',
  }),
  challenge: c => ({ job_id: c.job!.id, model: c.job!.echo.model }),
}

export const hours = { stall: 3_600_000, keep: 172_800_000 }

/** What the routes of jobs share. */
export const jobBase = {
  ...base,
  method: 'POST',
  flow: 'hybrid_job',
  table: 'models',
  authorization: 600_000,
  body: jobBody,
  mirror: 'assets',
  pick: (c: any) => c.body.model,
  pickAt: ['body', 'model'],
  gates: (c: any) =>
    c.models.get(c.body.model) === undefined
      ? { status: 400, message: `Unknown model ${c.body.model}` }
      : undefined,
  price: {
    micro: (c: any) => c.model.price * BigInt(c.body.n),
    reads: ['body.n'],
    decimals: 6,
    identify: false,
  },
  probes: [{ networks: ['cash'], body: { model: 'first', prompt: 'a cat', n: 1 } }],
  reply: (c: any) => ({
    id: c.job!.id,
    created: c.job!.created,
    data: c.result!.assets,
    price: c.price,
    payment: c.payment,
  }),
} as const

/** The 200 of polls that say more than an inline reply. */
export const completed: JobSpec['completed'] = c => ({
  id: c.job!.id,
  object: c.job!.object,
  status: 'completed',
  ...c.job!.echo,
  data: c.result!.assets,
  price: c.price,
  payment: c.payment,
})
