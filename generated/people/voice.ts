// Code generated from catalog/people/voice.routes.yaml by "npm run generate". DO NOT EDIT.
import { count, get, items, length, members, need, say } from '../../runtime/formula.ts'
import type { Route } from '../../runtime/contract.ts'
import type { Call } from '../hooks.ts'
import { callerLook, callerStart, callerStop } from '../upstreams/caller.ts'
import type { PostVoiceCallBody } from './voice.requests.ts'

/** POST /api/v1/voice/call: Let an AI make a telephone call */
export const postVoiceCall: Route<Call<PostVoiceCallBody>> = {
  id: 'post_voice_call', origin: 'catalog/people/voice.routes.yaml:3', family: 'people/voice',
  method: 'POST', path: '/api/v1/voice/call', aliases: [], prefix: '',
  summary: 'Let an AI make a telephone call', tags: ['voice'], flow: 'inline',
  networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'], envelope: 'voice',
  challenge: 'after_gates', discovery: 'challenge', authorization: 300_000, mostUnpaid: 10,
  bodyLimit: 1_048_576,
  body: {
    schema: {
      type: 'object',
      properties: {
        to: {
          type: 'string', pattern: '^\\+[1-9][0-9]{1,14}$', examples: ['+14155552671'],
          description: 'whom to call, in E.164',
        },
        task: {
          type: 'string', minLength: 10, maxLength: 4000,
          description: 'what to say and to find out',
        },
        from: {
          type: 'string', pattern: '^\\+[1-9][0-9]{1,14}$', examples: ['+14155552671'],
          description: 'a number of your wallet; needed if it has several',
        },
        voice: {
          type: 'string', minLength: 1, maxLength: 100,
          description: 'a preset or the id of a voice',
        },
        language: { type: 'string', minLength: 2, maxLength: 20, default: 'en-US' },
        max_duration: {
          type: 'integer', minimum: 1, maximum: 30, default: 5, description: 'minutes',
        },
        first_sentence: { type: 'string', maxLength: 500 },
        wait_for_greeting: { type: 'boolean' },
        interruption_threshold: {
          type: 'integer', minimum: 50, maximum: 500, description: 'milliseconds',
        },
        model: { type: 'string', enum: ['base', 'enhanced', 'turbo'] },
        voicemail_action: { type: 'string', enum: ['hangup', 'leave_message', 'ignore'] },
        voicemail_message: { type: 'string', maxLength: 1000 },
      },
      required: ['to', 'task'],
    },
    unknown: 'refuse',
  },
  gates: ({ body }) => {
    // catalog/people/voice.routes.yaml:25
    if (!(body.voicemail_message !== undefined
      || (body.voicemail_action ?? '') !== 'leave_message')) {
      return { status: 400, message: 'is needed here', field: 'voicemail_message' }
    }
    // catalog/people/voice.routes.yaml:29
    if (!(length(body.to) > 7 && (!body.to.startsWith('+1') || length(body.to) === 12)))
      return {
        status: 403,
        message: 'Emergency numbers, other short numbers, and numbers without 10 digits after +1 cannot be called',
      }
    return undefined
  },
  reads: [
    { name: 'mine', kind: 'phone_numbers', when: 'payer', of: ({ payer }) => payer },
    { name: 'chosen', kind: 'phone_numbers', when: 'payer', key: ({ body }) => body.from },
  ],
  checks: ({ body, payer, read }) => {
    if (body.from !== undefined && read.chosen === undefined) // catalog/people/voice.routes.yaml:37
      return {
        status: 403, message: 'The number in from is not known here',
        extra: {
          reason: 'not_found',
          your_active_numbers: items(read.mine).filter(n => n.active).map(n => n.phone_number),
        },
      }
    // catalog/people/voice.routes.yaml:41
    if (body.from !== undefined
      && !(read.chosen !== undefined && read.chosen.owner === need(payer))) {
      return {
        status: 403, message: 'The number in from belongs to another wallet',
        extra: {
          reason: 'wrong_wallet',
          your_active_numbers: items(read.mine).filter(n => n.active).map(n => n.phone_number),
        },
      }
    }
    // catalog/people/voice.routes.yaml:45
    if (body.from !== undefined && !(read.chosen !== undefined && read.chosen.active))
      return {
        status: 403, message: 'The lease of the number in from has expired',
        extra: { reason: 'expired' },
      }
    // catalog/people/voice.routes.yaml:46
    if (body.from === undefined && !(count(items(read.mine).filter(n => n.active)) > 0))
      return {
        status: 403, message: 'no_active_number', code: 'no_active_number',
        extra: {
          message: 'This wallet has no active number. Lease one at buy_endpoint.',
          buy_endpoint: '/api/v1/phone/numbers/buy',
        },
      }
    // catalog/people/voice.routes.yaml:47
    if (body.from === undefined && count(items(read.mine).filter(n => n.active)) !== 1)
      return {
        status: 400, message: 'ambiguous_from', code: 'ambiguous_from',
        extra: {
          message: 'This wallet has several active numbers. Name one in from.',
          your_active_numbers: items(read.mine).filter(n => n.active).map(n => n.phone_number),
        },
      }
    return undefined
  },
  price: {
    micro: () => 541_000n, // catalog/people/voice.routes.yaml:31
    lines: () => [['call', 1, 1n, 541n, 1000n]],
    decimals: 6, identify: false,
  },
  show: ({ route }) => ({ endpoint: route.path, method: route.method, description: route.summary }),
  example: { body: { to: '+14155552671', task: 'Ask when they open' } },
  work: [{
    name: 'placed', call: callerStart,
    with: ({ body, read, call }) => ({
      to: body.to,
      from: body.from ?? items(read.mine).filter(n => n.active)[0]?.phone_number,
      request: body, label: call.id,
    }),
    undo: { call: callerStop, with: ({ body, call }) => ({ to: body.to, label: call.id }) },
  }],
  reply: ({ route, result }) => ({
    call_id: need(result).call_id, status: 'queued',
    poll_url: `${route.origin}/api/v1/voice/call/${say(need(result).call_id)}`,
    message: 'The call is queued. Poll poll_url, which is free, until ended_by is not IN_PROGRESS.',
  }),
  fixed: ['quote'],
}

/** GET /api/v1/voice/call/{call_id}: The state and the transcript of a call */
export const getVoiceCallCallId: Route<Call<undefined, { call_id: string }>> = {
  id: 'get_voice_call_call_id', origin: 'catalog/people/voice.routes.yaml:67',
  family: 'people/voice', method: 'GET', path: '/api/v1/voice/call/{call_id}', aliases: [],
  prefix: '', summary: 'The state and the transcript of a call', tags: ['voice'], flow: 'free',
  networks: ['base', 'testnet', 'metered', 'nano', 'solana', 'xrpl'], envelope: 'voice_status',
  challenge: 'after_gates', discovery: 'free', limit: 'call_status', authorization: 300_000,
  bodyLimit: 1_048_576,
  instead: ({ route, path }) =>
    path.call_id === '{call_id}'
      ? {
        endpoint: route.path, method: route.method, description: route.summary,
        price: { free: true },
      }
      : undefined,
  upstream: () => callerLook,
  reply: ({ path, result }) => ({
    ...members(need(result).call), price: undefined, metadata: undefined, call_id: path.call_id,
    status: need(result).status,
    transcript: items(get(need(result).call, 'transcripts') ?? []).map(t =>
      ({ role: get(t, 'user') === 'user' ? 'user' : 'assistant', text: get(t, 'text') })),
    ended_by: need(result).ended_by, ended_by_reason: need(result).reason,
  }),
}
