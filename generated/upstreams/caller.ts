// Code generated from catalog/upstreams/caller.yaml by "npm run generate". DO NOT EDIT.
import { at, get, items, length, say, segment, toWhole } from '../../runtime/formula.ts'
import type { UpstreamCall } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'

/** The first failure rules of calls of caller. */
const callerCommonFail: NonNullable<UpstreamCall<Call<any, any, any, any>>['fail']> = ({
  status,
}) => {
  if (status === 401 || status === 402) // catalog/upstreams/caller.yaml:7
    return { as: 'not_configured', details: 'Calls are not available now' }
  return undefined
}

/** POST of caller. */
export const callerStart: UpstreamCall<
  Call<any, any, any, any> & { args: { to: string; from?: string; request: any; label: string } }
> = {
  id: 'caller.start', upstream: 'caller', origin: 'catalog/upstreams/caller.yaml:9', method: 'POST',
  takes: { to: 'string', from: 'string?', request: 'json', label: 'string' },
  path: () => '/v1/calls',
  timeout: 30_000, retry: 0,
  send: ({ args }) => ({
    phone_number: args.to, from: args.from, task: get(args.request, 'task'),
    voice: get(args.request, 'voice'), language: get(args.request, 'language'),
    max_duration: get(args.request, 'max_duration'),
    first_sentence: get(args.request, 'first_sentence'),
    wait_for_greeting: get(args.request, 'wait_for_greeting'),
    interruption_threshold: get(args.request, 'interruption_threshold'),
    model: get(args.request, 'model'), record: true,
    voicemail: get(args.request, 'voicemail_action') !== undefined
      ? {
        action: get(args.request, 'voicemail_action'),
        message: get(args.request, 'voicemail_message'),
      }
      : undefined,
    metadata: { label: args.label },
  }),
  fail: c => {
    const found = callerCommonFail(c)
    if (found !== undefined) return found
    const { status, reply } = c
    if (get(reply, 'status') === 'error' && status !== 429) // catalog/upstreams/caller.yaml:28
      return { as: 'upstream_failed', details: get(reply, 'message') ?? undefined }
    return undefined
  },
  give: ({ reply }) => ({ call_id: get(reply, 'call_id') }),
  resultWhen: ({ reply }) => get(reply, 'call_id') !== undefined,
}

/** GET of caller. */
export const callerLook: UpstreamCall<Call<any, { call_id: string }, any, any>> = {
  id: 'caller.look', upstream: 'caller', origin: 'catalog/upstreams/caller.yaml:31', method: 'GET',
  path: ({ path }) => `/v1/calls/${segment(path.call_id)}`,
  timeout: 15_000, retry: 1,
  fail: c => {
    const found = callerCommonFail(c)
    if (found !== undefined) return found
    const { status, reply } = c
    // catalog/upstreams/caller.yaml:50
    if (status === 404 || status === 400 && get(reply, 'status') === 'error')
      return { as: 'invalid_input' }
    return undefined
  },
  give: ({ reply }) => {
    const ended_reasons = {
      USER: 'The callee hung up.', ASSISTANT: 'The assistant ended the call.',
      TIMEOUT: 'The call reached max_duration.', NO_ANSWER: 'Nobody answered.',
      BUSY: 'The line was busy.', VOICEMAIL: 'Voicemail answered.',
      ERROR: 'The call failed after it was accepted. The charge stays settled.',
      IN_PROGRESS: 'The call has not ended. Poll again.',
    }
    const state = get(reply, 'queue_status') ?? 'queued'
    const has_failed = length(get(reply, 'error_message')) > 0
      || ['failed', 'canceled'].includes(get(reply, 'status'))
      || ['queue_error', 'call_error', 'complete_error'].includes(state)
    const has_ended = get(reply, 'completed') === true
      || ['busy', 'no-answer'].includes(get(reply, 'status'))
    const unanswered = get(reply, 'answered_by') === 'no-answer'
      || get(reply, 'status') === 'no-answer'
    const no_talk = unanswered ? 'NO_ANSWER' : get(reply, 'status') === 'busy' ? 'BUSY' : ''
    const machine = get(reply, 'answered_by') === 'voicemail' ? 'VOICEMAIL' : no_talk
    const lasted_ms = (toWhole(get(reply, 'call_length'), 3) ?? 0) * 60
    const most_ms = (toWhole(get(reply, 'max_duration'), 3) ?? 5000) * 60
    const person = lasted_ms >= most_ms - 5000
      ? 'TIMEOUT'
      : get(reply, 'call_ended_by') === 'USER' ? 'USER' : 'ASSISTANT'
    const talk = has_failed ? 'ERROR' : has_ended ? person : 'IN_PROGRESS'
    const over = has_ended && machine !== '' ? machine : talk
    const goes_on = ['started', 'ringing'].includes(state) ? state : 'in-progress'
    const running = ['queued', 'new', 'pending', 'allocated', 'pre_queue'].includes(state)
      ? 'queued'
      : goes_on
    return {
      call: reply, ended_by: over, reason: at(ended_reasons, over),
      status: over === 'ERROR' ? 'error' : has_ended ? 'completed' : running,
    }
  },
  resultWhen: ({ reply }) => get(reply, 'call_id') !== undefined,
}

/** GET of caller. */
export const callerFind: UpstreamCall<
  Call<any, any, any, any> & { args: { to: string; label: string } }
> = {
  id: 'caller.find', upstream: 'caller', origin: 'catalog/upstreams/caller.yaml:57', method: 'GET',
  takes: { to: 'string', label: 'string' },
  path: () => '/v1/calls',
  timeout: 15_000, retry: 1,
  query: ({ args }) => ({ to_number: args.to }),
  fail: callerCommonFail,
  give: ({ args, reply }) => ({
    call_id: get(
      items(get(reply, 'calls')).filter(
        c => get(c, 'metadata', 'label') === args.label && get(c, 'completed') !== true,
      )[0],
      'call_id',
    )
      ?? 'none',
  }),
}

/** POST of caller. */
export const callerStop: UpstreamCall<
  Call<any, any, any, any> & { args: { to: string; label: string } }
> = {
  id: 'caller.stop', upstream: 'caller', origin: 'catalog/upstreams/caller.yaml:64', method: 'POST',
  takes: { to: 'string', label: 'string' },
  path: ({ earlier }) => `/v1/calls/${segment(say(get(earlier, 'call_id')))}/stop`,
  timeout: 15_000, retry: 0,
  first: { call: callerFind },
  fail: callerCommonFail,
  passes: ({ status }) => status === 404,
}
