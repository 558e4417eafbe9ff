// Code generated from catalog/upstreams/boxes.yaml by "npm run generate". DO NOT EDIT.
import { get, length, members } from '../../runtime/formula.ts'
import type { UpstreamCall } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import type { SandboxRow } from '../tools/sandbox.models.ts'
import type {
  PostSandboxCreateBody, PostSandboxExecBody, PostSandboxStatusBody,
} from '../tools/sandbox.requests.ts'

/** The first failure rules of calls of boxes. */
const boxesCommonFail: NonNullable<UpstreamCall<Call<any, any, any, any>>['fail']> = ({
  status, reply,
}) => {
  if ([401, 402, 403, 407].includes(status)) // catalog/upstreams/boxes.yaml:7
    return { as: 'not_configured', details: 'Sandboxes are not available at this gateway now' }
  if (status === 200 && length(get(reply, 'sandbox_id')) === 0) // catalog/upstreams/boxes.yaml:10
    return { as: 'upstream_failed', details: 'The sandbox service gave no result' }
  return undefined
}

/** POST of boxes. */
export const boxesCreate: UpstreamCall<Call<PostSandboxCreateBody, any, SandboxRow, any>> = {
  id: 'boxes.create', upstream: 'boxes', origin: 'catalog/upstreams/boxes.yaml:14', method: 'POST',
  path: () => '/create',
  timeout: 120_000, retry: 0,
  send: ({ body, model, call }) => ({
    image: body.image, timeout: body.timeout, cpu: body.cpu, memory: body.memory, gpu: model.gpu,
    setup_commands: body.setup_commands, label: call.id,
  }),
  fail: boxesCommonFail,
  give: ({ reply }) => ({ ...members(reply) }),
}

/** POST of boxes. */
export const boxesExec: UpstreamCall<Call<PostSandboxExecBody, any, any, any>> = {
  id: 'boxes.exec', upstream: 'boxes', origin: 'catalog/upstreams/boxes.yaml:19', method: 'POST',
  path: () => '/exec',
  timeout: 120_000,
  waits: ({ body }) => body.timeout + 5,
  retry: 0,
  send: ({ body }) =>
    ({ sandbox_id: body.sandbox_id, command: body.command, timeout: body.timeout }),
  fail: boxesCommonFail,
  give: ({ reply }) => ({ ...members(reply) }),
  resultWhen: ({ reply }) => get(reply, 'returncode') !== undefined,
}

/** POST of boxes. */
export const boxesStatus: UpstreamCall<Call<PostSandboxStatusBody, any, any, any>> = {
  id: 'boxes.status', upstream: 'boxes', origin: 'catalog/upstreams/boxes.yaml:26', method: 'POST',
  path: () => '/status',
  timeout: 15_000, retry: 0,
  send: ({ body }) => ({ sandbox_id: body.sandbox_id }),
  fail: boxesCommonFail,
  give: ({ reply }) => ({ ...members(reply) }),
  resultWhen: ({ reply }) => ['running', 'terminated'].includes(get(reply, 'status')),
}

/** POST of boxes. */
export const boxesTerminate: UpstreamCall<Call<PostSandboxStatusBody, any, any, any>> = {
  id: 'boxes.terminate', upstream: 'boxes', origin: 'catalog/upstreams/boxes.yaml:32',
  method: 'POST',
  path: () => '/terminate',
  timeout: 15_000, retry: 0,
  send: ({ body }) => ({ sandbox_id: body.sandbox_id }),
  fail: boxesCommonFail,
}

/** POST of boxes. */
export const boxesGiveBack: UpstreamCall<Call<any, any, any, any> & { args: { label: string } }> = {
  id: 'boxes.give_back', upstream: 'boxes', origin: 'catalog/upstreams/boxes.yaml:36',
  method: 'POST',
  takes: { label: 'string' },
  path: () => '/terminate',
  timeout: 15_000, retry: 0,
  send: ({ args }) => ({ label: args.label }),
  fail: boxesCommonFail,
  passes: ({ status }) => status === 404,
}
