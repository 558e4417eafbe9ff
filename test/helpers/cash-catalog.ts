/**
 * A small catalog written by hand, with one route of each kind, for tests of the runtime by itself.
 */
import type {
  Answer,
  Catalog,
  Envelope,
  JobSpec,
  Outcome,
  OutcomeKind,
  Route,
  Row,
  UpstreamCall,
} from '../../runtime/contract.ts'

const words: Partial<Record<OutcomeKind, (o: Outcome) => Answer>> = {
  invalid_json: o => ({ status: 400, body: { error: 'Invalid JSON', details: o.details } }),
  invalid_body: o => ({ status: 400, body: { error: 'Invalid request body', details: o.issues } }),
  too_large: o => ({
    status: 400,
    body: { error: 'Request body too large', code: 'REQUEST_TOO_LARGE', details: `${o.limit}` },
  }),
  refused: o => ({ status: o.status!, body: { error: o.message, code: o.code, ...o.extra } }),
  not_found: o => ({ status: 404, body: { error: 'Not Found', message: o.message } }),
  wrong_method: o => ({ status: 405, body: { error: 'Method Not Allowed', message: o.message } }),
  limit_exceeded: o => ({
    status: 429,
    body: { error: 'Rate limit exceeded', details: o.details },
  }),
  payment_required: o => ({
    status: 402,
    body: {
      x402Version: o.challenge!.x402Version,
      accepts: o.challenge!.accepts,
      error: 'Payment Required',
      message: 'Pay',
      price: o.price,
      ...o.extra,
      paymentInfo: o.payment_info,
    },
  }),
  free: () => ({ status: 402, body: { free: true, message: 'free' } }),
  payment_invalid: o => ({
    status: 402,
    body: {
      error: 'Payment verification failed',
      code: o.code,
      message: o.message,
      details: o.details,
      payer: o.payer,
    },
  }),
  payment_replay: o => ({
    status: 402,
    body: {
      error: 'Payment verification failed',
      code: 'PAYMENT_REPLAY',
      details: o.details,
      payer: o.payer,
      ...o.extra,
    },
  }),
  settlement_failed: o => ({
    status: 402,
    body: { error: 'Payment settlement failed', details: o.details, ...o.extra },
  }),
  settlement_pending: o => ({
    status: 503,
    headers: { 'Retry-After': '5' },
    body: {
      error: 'Payment settlement pending',
      code: 'SETTLEMENT_PENDING',
      details: o.details,
      ...o.extra,
    },
  }),
  payer_mismatch: () => ({ status: 403, body: { error: 'Payment payer mismatch' } }),
  job_not_found: () => ({ status: 404, body: { error: 'Job not found' } }),
  content_policy: o => ({
    status: 400,
    body: { error: 'Content policy violation', code: o.code, details: o.details, ...o.extra },
  }),
  invalid_input: o => ({
    status: 400,
    body: { error: 'Invalid input', code: o.code, details: o.details, ...o.extra },
  }),
  rate_limited: o => ({
    status: 429,
    headers: { 'Retry-After': String(o.retry_after), 'X-RateLimit-Source': o.source! },
    body: {
      error: 'Rate limit exceeded',
      code: 'RATE_LIMITED',
      source: o.source,
      retry_after_seconds: o.retry_after,
      details: o.details,
      ...o.extra,
    },
  }),
  not_configured: o => ({
    status: 503,
    body: { error: 'Service not configured', details: o.details },
  }),
  busy: o => ({
    status: 503,
    headers: { 'Retry-After': String(o.retry_after) },
    body: { error: 'Service busy', source: o.source, details: o.details },
  }),
}
const broken = (o: Outcome): Answer => ({
  status: 500,
  body: { error: 'Internal server error', details: o.details, ...o.extra },
})

/** Every outcome as the catalog's own envelope answers it. */
const native: Envelope = Object.assign(
  {
    upstream_rejected: broken,
    upstream_failed: broken,
    upstream_timeout: broken,
    internal: broken,
  },
  words,
) as Envelope

/** The same with other words, to see which envelope answered. */
const other: Envelope = {
  ...native,
  not_found: () => ({ status: 404, body: 'nothing here' }),
  too_large: () => ({ status: 400, body: { other: true } }),
}

export interface Model extends Row {
  price: bigint
  slow?: boolean
}

const call = (id: string): UpstreamCall => ({
  id,
  upstream: 'vendor',
  origin: 'test',
  method: 'POST',
  path: () => '/',
  timeout: 60_000,
  retry: 0,
})

/** A call in two steps: the submit leaves a ticket, with which the poll is asked every 5 s. */
const twoStep = (id: string): UpstreamCall => ({
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
const base = {
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

const text = { type: 'string', minLength: 1 }

/** What the bodies of jobs hold. Polls say of it what was echoed at the submit. */
const jobBody = {
  schema: {
    type: 'object',
    required: ['model', 'prompt'],
    properties: { model: text, prompt: text, n: { type: 'integer', default: 1 } },
  },
  unknown: 'ignore',
} as const

const echoed: Pick<JobSpec, 'echo' | 'accepted' | 'pending' | 'failed' | 'challenge'> = {
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

const hours = { stall: 3_600_000, keep: 172_800_000 }

/** What the routes of jobs share. */
const jobBase = {
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
const completed: JobSpec['completed'] = c => ({
  id: c.job!.id,
  object: c.job!.object,
  status: 'completed',
  ...c.job!.echo,
  data: c.result!.assets,
  price: c.price,
  payment: c.payment,
})

/** Routes by what they show. */
export const routes: Record<string, Route> = {
  hello: {
    ...base,
    id: 'get_hello',
    origin: 'test:1',
    method: 'GET',
    path: '/hello',
    summary: 'Hello',
    flow: 'free',
    discovery: 'free',
    reply: () => ({ hello: 'world' }),
    fixed: ['reply'],
  },
  limited: {
    ...base,
    id: 'get_limited',
    origin: 'test:2',
    method: 'GET',
    path: '/limited',
    summary: 'Limited',
    flow: 'free',
    discovery: 'free',
    limit: 'few',
    reply: c => ({ now: c.now }),
  },
  document: {
    ...base,
    id: 'get_document',
    origin: 'test:3',
    method: 'GET',
    path: '/document.json',
    summary: 'Document',
    flow: 'free',
    discovery: 'free',
    document: 'document.json',
  },
  ask: {
    ...base,
    id: 'get_ask',
    origin: 'test:4',
    method: 'GET',
    path: '/ask/{who}',
    summary: 'Ask',
    flow: 'free',
    discovery: 'none',
    query: {
      schema: {
        type: 'object',
        properties: {
          count: { type: 'integer', minimum: 1, default: 2 },
          tags: { type: 'array', items: text },
        },
      },
      unknown: 'refuse',
    },
    gates: c =>
      c.path.who === 'nobody'
        ? { status: 400, message: 'who?', code: 'NOBODY', extra: { known: ['me'] } }
        : undefined,
    reply: c => ({ who: c.path.who, query: c.query }),
  },
  read: {
    ...base,
    id: 'get_read',
    origin: 'test:5',
    method: 'GET',
    path: '/pm/read/{id}',
    prefix: '/pm',
    summary: 'Read',
    flow: 'inline',
    challenge: 'before_gates',
    price: { micro: () => 8500n, decimals: 4, identify: false },
    fixed: ['quote'],
    show: c => ({ endpoint: c.route.path, method: c.route.method, description: c.route.summary }),
    upstream: () => call('vendor.read'),
    reply: 'verbatim',
    bazaar: {
      info: { input: { type: 'http', method: 'GET', example: null } },
      schema: { type: 'object' },
    },
  },
  write: {
    ...base,
    id: 'post_write',
    origin: 'test:6',
    method: 'POST',
    path: '/write/{network}',
    summary: 'Write',
    flow: 'inline',
    table: 'models',
    body: {
      schema: {
        type: 'object',
        required: ['text'],
        properties: { text, n: { type: 'integer', minimum: 1, maximum: 10, default: 1 } },
      },
      unknown: 'forward',
    },
    pick: c => c.path.network,
    pickAt: ['path', 'network'],
    gates: c =>
      c.models.get(c.path.network) === undefined
        ? {
            status: 400,
            message: `Unsupported ${c.path.network}`,
            extra: { supported: c.models.ids },
          }
        : undefined,
    price: {
      micro: c => c.model.price * BigInt(c.body.n),
      reads: ['body.n'],
      decimals: 6,
      identify: false,
      show: c => ({ each: String(c.model.price) }),
    },
    probes: [{ networks: ['cash'], path: { network: 'first' }, body: { text: 'hi', n: 1 } }],
    upstream: () => call('vendor.write'),
    headers: c => ({ 'x-network': c.model.id, 'x-cache': c.cache!.state }),
    reply: 'verbatim',
    cache: {
      when: c => c.body.hot === true,
      key: c => [c.model.id, c.body.text],
      for: 2000,
      keep: c => c.reply.error === undefined,
      patch: c => ({ id: c.body.id }),
    },
  },
  tree: {
    ...base,
    id: 'post_tree',
    origin: 'test:7',
    method: 'POST',
    path: '/tree',
    summary: 'Tree',
    flow: 'inline',
    body: { schema: { type: 'object', properties: { text } }, unknown: 'ignore' },
    price: { micro: () => 2000n, decimals: 6, identify: false },
    fixed: ['quote'],
    upstream: () => call('vendor.tree'),
    chargeIf: c => c.reply.found > 0,
    reply: c => ({ result: c.result, payment: c.payment, body: c.body }),
  },
  named: {
    ...base,
    id: 'post_named',
    origin: 'test:8',
    method: 'POST',
    path: '/named',
    summary: 'Named',
    flow: 'inline',
    price: { micro: () => 0n, decimals: 6, identify: true },
    fixed: ['quote'],
    reply: c => ({ payer: c.payer }),
  },
  closed: {
    ...base,
    id: 'get_closed',
    origin: 'test:9',
    method: 'GET',
    path: '/closed/*',
    summary: 'Closed',
    flow: 'inline',
    challenge: 'before_gates',
    price: { micro: () => 8500n, decimals: 4, identify: false },
    fixed: ['quote'],
    suspended: { status: 502, message: 'not now' },
    upstream: () => call('vendor.read'),
    reply: 'verbatim',
  },
  counted: {
    ...base,
    id: 'post_counted',
    origin: 'test:13',
    method: 'POST',
    path: '/counted',
    summary: 'Counted',
    flow: 'inline',
    limit: 'wallet',
    price: { micro: () => 1000n, decimals: 6, identify: false },
    fixed: ['quote'],
    reply: c => ({ payer: c.payer }),
  },
  gone: {
    ...base,
    id: 'get_gone',
    origin: 'test:10',
    method: 'GET',
    path: '/gone',
    summary: 'Gone',
    flow: 'free',
    discovery: 'none',
    gone: 404,
  },
  words: {
    ...base,
    id: 'post_words',
    origin: 'test:11',
    method: 'POST',
    path: '/words',
    summary: 'Words',
    flow: 'free',
    envelope: 'other',
    discovery: 'none',
    reply: () => ({}),
  },
  job: {
    ...jobBase,
    id: 'post_images',
    origin: 'test:12',
    path: '/images',
    summary: 'Images',
    upstream: () => call('vendor.images'),
    job: {
      object: 'image.generation.job',
      store: 'images',
      poll: '/images/{id}',
      inline: 30_000,
      ...hours,
      skipInline: c => c.model.slow === true,
      ...echoed,
    },
  },
  edit: {
    ...jobBase,
    id: 'post_edits',
    origin: 'test:14',
    path: '/edits',
    summary: 'Edits',
    upstream: () => call('vendor.edits'),
    job: {
      object: 'image.edit.job',
      store: 'images',
      poll: '/images/{id}',
      inline: 30_000,
      ...hours,
      rawInline: true,
      ...echoed,
    },
  },
  clip: {
    ...jobBase,
    id: 'post_clips',
    origin: 'test:15',
    path: '/clips',
    summary: 'Clips',
    upstream: () => twoStep('vendor.clips'),
    job: {
      object: 'clip.job',
      store: 'clips',
      poll: '/clips/{id}',
      inline: 60_000,
      ...hours,
      ...echoed,
      completed,
    },
  },
  song: {
    ...jobBase,
    id: 'post_songs',
    origin: 'test:16',
    path: '/songs',
    summary: 'Songs',
    flow: 'polled_job',
    upstream: () => call('vendor.songs'),
    job: {
      object: 'song.job',
      store: 'songs',
      poll: '/songs/{id}',
      inline: 20_000,
      ...hours,
      ...echoed,
      completed,
    },
  },
  film: {
    ...jobBase,
    id: 'post_films',
    origin: 'test:17',
    path: '/films',
    summary: 'Films',
    flow: 'polled_job',
    upstream: () => twoStep('vendor.films'),
    job: {
      object: 'film.job',
      store: 'films',
      poll: '/films/{id}',
      inline: 20_000,
      ...hours,
      ...echoed,
      completed,
      signed: c => ({ model: c.body.model, note: undefined, n: String(c.body.n) }),
    },
  },
}

/** The catalog of these routes. */
export function cashCatalog(list: readonly Route[] = Object.values(routes)): Catalog {
  const asset = {
    symbol: 'CASH',
    address: '0x00000000000000000000000000000000000ca5e0',
    decimals: 6,
    name: 'Cash',
    version: '1',
  }
  const network = {
    name: 'cash',
    kind: 'evm',
    scheme: 'exact',
    chain: 'eip155:999',
    label: 'cash',
    asset,
    only: {},
  } as const
  const rows: Model[] = [
    { id: 'first', price: 53_500n, aliases: ['one'] },
    { id: 'Second/Slow', price: 21_000n, slow: true },
  ]
  return {
    hash: 'test',
    calls: {},
    routes: list,
    gateway: {
      name: 'Test',
      summary: 'Test',
      media: '/media',
      metrics: '/metrics',
      slack: 6000,
      envelope: 'native',
    },
    networks: {
      cash: network,
      small: { ...network, name: 'small', only: { models: ['Second/Slow'] } },
    },
    tables: { models: { name: 'models', rows } },
    upstreams: {
      vendor: {
        name: 'vendor',
        env: 'VENDOR',
        base: 'http://vendor',
        source: 'vendor',
        headers: {},
        capacity: { at_once: 100, waiting: 1000 },
      },
    },
    envelopes: { native, other },
    limits: {
      few: { name: 'few', max: 3, per: 3_600_000, by: 'ip', style: 'reset' },
      wallet: { name: 'wallet', max: 1, per: 60_000, by: 'payer', style: 'full' },
    },
  }
}
