// Code generated from catalog/tools/ by "npm run generate". DO NOT EDIT.
import { ceilDiv, display, get, given, iso, max, say } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import {
  boxesCreate, boxesExec, boxesGiveBack, boxesStatus, boxesTerminate,
} from '../upstreams/boxes.ts'
import type { SandboxRow } from './sandbox.models.ts'
import type {
  PostSandboxCreateBody, PostSandboxCreateValues, PostSandboxExecBody, PostSandboxStatusBody,
} from './sandbox.requests.ts'

const sandbox_endpoints = new Set([
  'POST /api/v1/sandbox/create', 'POST /api/v1/sandbox/exec', 'POST /api/v1/sandbox/status',
  'POST /api/v1/sandbox/terminate',
])

/** Members that /api/v1/sandbox/exec and 3 more routes share. */
const shared = {
  family: 'tools/sandbox', aliases: [], prefix: '/api/v1/sandbox', tags: ['sandbox'],
  flow: 'inline', networks: ['base'], envelope: 'sandbox', discovery: 'challenge',
  authorization: 300_000, bodyLimit: 1_048_576,
  price: {
    micro: () => 2000n, // catalog/tools/sandbox.routes.yaml:7
    lines: () => [['call', 1, 1n, 1n, 1000n], ['fee', 1, 1n, 1n, 1000n]],
    decimals: 6, identify: false,
  },
  discoveryShow: () => ({ endpoints: [...sandbox_endpoints] }),
  headers: () => ({ 'Cache-Control': 'no-store' }),
  fixed: ['quote', 'discovery'],
} satisfies Partial<Route<Call<any, any>>>

/** Members that /api/v1/sandbox/create and one more route share. */
const postSandboxCreateShared = {
  family: 'tools/sandbox', method: 'POST', aliases: [], prefix: '/api/v1/sandbox',
  tags: ['sandbox'], flow: 'inline', networks: ['base'], envelope: 'sandbox',
  challenge: 'after_gates', discovery: 'challenge', authorization: 300_000, bodyLimit: 1_048_576,
} satisfies Partial<Route<Call<any, any, any, any, any>>>

/** POST /api/v1/sandbox/create: Start a Python 3.11 sandbox */
export const postSandboxCreate: Route<
  Call<PostSandboxCreateBody, {}, SandboxRow, any, PostSandboxCreateValues>
> = {
  ...postSandboxCreateShared, id: 'post_sandbox_create',
  origin: 'catalog/tools/sandbox.routes.yaml:12', path: '/api/v1/sandbox/create',
  summary: 'Start a Python 3.11 sandbox', table: 'sandbox.models',
  pick: ({ body }) => body.gpu ?? 'cpu',
  pickAt: ['body', 'gpu'],
  body: {
    schema: {
      type: 'object',
      properties: {
        image: { const: 'python:3.11', default: 'python:3.11', description: 'the only image' },
        timeout: {
          type: 'integer', minimum: 10, maximum: 86_400, default: 300,
          description: 'lifetime in seconds; up to 300 at a flat price, above that by the hour',
        },
        cpu: {
          type: 'number', minimum: 0.1, maximum: 8, default: 1,
          description: 'processors; without a GPU at most 1',
        },
        memory: {
          type: 'integer', minimum: 128, maximum: 32_768, default: 512,
          description: 'MB of memory; without a GPU at most 1024',
        },
        gpu: {
          type: 'string', enum: ['T4', 'L4', 'A10G', 'A100', 'H100'],
          description: 'omit it for a CPU sandbox',
        },
        setup_commands: {
          type: 'array',
          items: {},
          maxItems: 0, description: 'not available yet; only an empty list is accepted',
        },
      },
    },
    unknown: 'refuse',
  },
  values: { hourly: ({ body }) => body.timeout > 300 },
  gates: ({ body, model, models }) => {
    if (model === undefined) // catalog/tools/sandbox.routes.yaml:28
      return { status: 400, message: `must be one of ${say(models.ids)}`, field: 'gpu' }
    if (!(body.cpu <= model.max_cpu)) // catalog/tools/sandbox.routes.yaml:29
      return { status: 400, message: `must be <= ${model.max_cpu} in this sandbox`, field: 'cpu' }
    if (!(body.memory <= model.max_memory)) // catalog/tools/sandbox.routes.yaml:30
      return {
        status: 400, message: `must be <= ${model.max_memory} in this sandbox`, field: 'memory',
      }
    return undefined
  },
  price: {
    micro: ({ body, model }) => {
      switch (body.timeout > 300 ? 'hourly' : 'flat') {
        case 'flat': { // catalog/tools/sandbox.routes.yaml:33
          return model.flat + 1000n
        }
        case 'hourly': { // catalog/tools/sandbox.routes.yaml:34
          return ceilDiv(max(BigInt(body.timeout), 301n) * model.hourly + 3_600_000n, 3600n)
        }
        default:
          throw new RangeError('no price for this choice')
      }
    },
    reads: ['body.timeout'],
    units: ({ body }) => ({ seconds: body.timeout }),
    lines: ({ body, model }) => {
      switch (body.timeout > 300 ? 'hourly' : 'flat') {
        case 'flat': {
          return [['call', 1, 1n, model.flat, 1_000_000n], ['fee', 1, 1n, 1n, 1000n]]
        }
        case 'hourly': {
          return [
            ['seconds', max(body.timeout, 301), 1n, model.hourly, 3_600_000_000n],
            ['fee', 1, 1n, 1n, 1000n],
          ]
        }
        default:
          return undefined
      }
    },
    decimals: 6, identify: false,
    show: ({ body, model, values }) => ({
      model: values.hourly ? 'hourly' : 'flat',
      hourly_rate_usd: given(values.hourly ? model.hourly : undefined, x => display(x, 1_000_000n)),
      duration_hours: given(
        values.hourly ? BigInt(body.timeout) : undefined,
        x => display(x, 3600n),
      ),
      refund_policy: values.hourly
        ? 'The whole lifetime is paid at creation. Ending the sandbox early refunds nothing.'
        : undefined,
    }),
  },
  show: ({ route }) => ({ endpoint: route.path, method: route.method, description: route.summary }),
  discoveryShow: () => ({ endpoints: [...sandbox_endpoints] }),
  example: { body: {} },
  probes: [{
    networks: ['base'],
    body: { image: 'python:3.11', timeout: 300, cpu: 1, memory: 512 },
  }],
  work: [{
    name: 'made', call: boxesCreate,
    undo: { call: boxesGiveBack, with: ({ call }) => ({ label: call.id }) },
  }],
  headers: () => ({ 'Cache-Control': 'no-store' }),
  reply: ({ body, model, now, result }) => ({
    sandbox_id: get(result, 'sandbox_id'), status: 'running',
    created_at: get(result, 'created_at') ?? iso(now),
    config: {
      image: body.image, timeout: body.timeout, cpu: body.cpu, memory: body.memory,
      gpu: model.gpu ?? null,
    },
  }),
  fixed: ['discovery'],
}

/** POST /api/v1/sandbox/exec: Run a command in a sandbox */
export const postSandboxExec: Route<Call<PostSandboxExecBody>> = {
  ...shared, id: 'post_sandbox_exec', origin: 'catalog/tools/sandbox.routes.yaml:72',
  method: 'POST', path: '/api/v1/sandbox/exec', summary: 'Run a command in a sandbox',
  challenge: 'after_gates',
  body: {
    schema: {
      type: 'object',
      properties: {
        sandbox_id: {
          type: 'string', minLength: 1, maxLength: 200, description: 'from create; keep it secret',
        },
        command: {
          type: 'array',
          items: { type: 'string', maxLength: 2000 },
          minItems: 1, maxItems: 32,
          description: 'the program and its arguments, e.g. ["python", "-c", "print(1)"]',
        },
        timeout: {
          type: 'integer', minimum: 1, maximum: 60, default: 60,
          description: 'seconds that the command may take',
        },
      },
      required: ['sandbox_id', 'command'],
    },
    unknown: 'refuse',
  },
  show: ({ route }) => ({ endpoint: route.path, method: route.method, description: route.summary }),
  example: { body: { sandbox_id: 'sb-example', command: ['ls'] } },
  upstream: () => boxesExec,
  reply: ({ body, result }) => ({
    sandbox_id: body.sandbox_id, stdout: get(result, 'stdout') ?? '',
    stderr: get(result, 'stderr') ?? '', returncode: get(result, 'returncode'),
  }),
}

/** POST /api/v1/sandbox/status: Ask whether a sandbox is running */
export const postSandboxStatus: Route<Call<PostSandboxStatusBody>> = {
  ...shared, id: 'post_sandbox_status', origin: 'catalog/tools/sandbox.routes.yaml:88',
  method: 'POST', path: '/api/v1/sandbox/status', summary: 'Ask whether a sandbox is running',
  challenge: 'after_gates',
  body: {
    schema: {
      type: 'object',
      properties: { sandbox_id: { type: 'string', minLength: 1, maxLength: 200 } },
      required: ['sandbox_id'],
    },
    unknown: 'refuse',
  },
  show: ({ route }) => ({ endpoint: route.path, method: route.method, description: route.summary }),
  example: { body: { sandbox_id: 'sb-example' } },
  upstream: () => boxesStatus,
  reply: ({ body, result }) => ({
    sandbox_id: body.sandbox_id, status: get(result, 'status'),
    returncode: get(result, 'returncode') ?? null,
  }),
}

/** POST /api/v1/sandbox/terminate: End a sandbox */
export const postSandboxTerminate: Route<Call<PostSandboxStatusBody>> = {
  ...shared, id: 'post_sandbox_terminate', origin: 'catalog/tools/sandbox.routes.yaml:95',
  method: 'POST', path: '/api/v1/sandbox/terminate', summary: 'End a sandbox',
  challenge: 'after_gates',
  body: {
    schema: {
      type: 'object',
      properties: { sandbox_id: { type: 'string', minLength: 1, maxLength: 200 } },
      required: ['sandbox_id'],
    },
    unknown: 'refuse',
  },
  show: ({ route }) => ({ endpoint: route.path, method: route.method, description: route.summary }),
  example: { body: { sandbox_id: 'sb-example' } },
  upstream: () => boxesTerminate,
  reply: ({ body }) => ({ sandbox_id: body.sandbox_id, status: 'terminated' }),
}

/** GET /api/v1/sandbox/*: List the endpoints of sandboxes, in a 402 */
export const getSandboxRest: Route<Call<undefined, { rest: string }>> = {
  ...shared, id: 'get_sandbox_rest', origin: 'catalog/tools/sandbox.routes.yaml:103', method: 'GET',
  path: '/api/v1/sandbox/*', summary: 'List the endpoints of sandboxes, in a 402',
  challenge: 'before_gates',
  suspended: { status: 404, message: 'Not Found' },
  show: ({ route }) => ({
    endpoint: route.path, method: route.method, description: route.summary,
    endpoints: [...sandbox_endpoints],
  }),
}

export const postSandboxRest: Route<Call<undefined, { rest: string }>> = {
  ...postSandboxCreateShared, id: 'post_sandbox_rest',
  origin: 'catalog/tools/sandbox.routes.yaml:109', path: '/api/v1/sandbox/*',
  summary: 'No longer offered', gone: 404,
}
