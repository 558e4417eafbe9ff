/** Codes of the rules about conversations: protocols, streams, fallback rows, and free calls. */
import type { CodePages } from '../page.ts'

/** Pages about protocols, streams, fallbacks and free calls. */
export const CONVERSATION_PAGES: CodePages = {
  'route-protocol': {
    title: 'A route with `protocol` is answered by something else than its protocol.',
    why:
      "The answer is made by the protocol from what the upstream's protocol read. So each " +
      'call that the route may make has a `protocol` that ' +
      'reads, and the route has no `reply`, `document`, `mirror`, `cache` or `job`.',
    bad:
      'protocol: openai_chat\nupstream: studio.chat        # without `protocol`\nreply: { ' +
      'text: =result.text }',
    good: 'protocol: openai_chat\nupstream: studio.chat        # with `protocol: gemini_generate`',
  },
  protocol: {
    title: 'A call with `protocol` has keys that contradict it.',
    why:
      'The protocol writes what `send` makes and reads the reply, so there is no `give`, ' +
      'no file, form, ticket or repetition, and `send` is a ' +
      'map. `openai_responses` writes and reads nothing: there `send` may be `verbatim`.',
    bad: 'protocol: openai_chat\nsend: verbatim\ngive: { text: =reply.text }',
    good: 'protocol: openai_chat\nsend: { ...: =body, model: =model.upstream_id }',
  },
  'open-send': {
    title: 'A call passes on every field that a caller writes.',
    why:
      'A body with `...: forward` keeps fields that nobody here knows. An upstream may ' +
      'know them, and bill them: a search, more answers, a ' +
      'longer one. `allow` names what may reach the upstream; all else is left out, and ' +
      '`warnings` list it for callers.',
    bad: 'send: { ...: =body, model: =model.upstream_id }',
    good: 'send: { ...: =body, model: =model.upstream_id }\nallow: [model, messages, temperature]',
  },
  stream: {
    title: 'A stream without its flow, or a flow without its stream.',
    why:
      'Only `stream_or_reply` streams, and it asks `stream` which calls do. The calls of ' +
      'such a route have a `protocol`, which says where a ' +
      'stream ends, and `lasts`, which ends one that does not.',
    bad: 'flow: inline\nstream: body.stream',
    good: 'flow: stream_or_reply\nstream: body.stream',
  },
  lasts: {
    title: 'A stream is to end before its first event may come.',
    why:
      'Of a call that streams, `timeout` is the time to the first event and between two, ' +
      '`lasts` that of the whole.',
    bad: 'timeout: 120s\nlasts: 60s',
    good: 'timeout: 120s\nlasts: 500s',
  },
  fallback: {
    title: 'No other row can step in.',
    why:
      "`fallback` gives the id of a row of the route's table: a column of the type `row`, " +
      'or an id that is written out. A row cannot step in for ' +
      'itself, nor one that a gate such as `has(model.editor)` keeps from sale. Jobs take ' +
      'up their work again by themselves.',
    bad: 'acme/large: { fallback: acme/large }',
    good: 'acme/large: { fallback: acme/small }',
  },
  'payment-keys': {
    title: 'A key about payments stands where no payment comes.',
    why:
      '`checks`, `pay.free`, `pay.free_quota`, `settle.on_failure`, `settle.unpaid` and ' +
      '`pay.redeliver` are ' +
      'of routes with a price; a job is settled by its poll, so it has only ' +
      '`checks`. Where every call is free, `flow: free` says so. What is redelivered was ' +
      'made at most an hour ago.',
    bad: 'flow: free\npay: { free: body.trial }',
    good: 'flow: inline\nprice: 0.01\npay: { free: body.trial }',
  },
  'free-quota': {
    title: 'A free quota cannot be counted, or serves what has no owner.',
    why:
      'Callers without a payment are counted by address (`by: ip`), and by a key beside it, ' +
      'because a key can be made up. Their calls name no wallet, so `checks`, `effects` and ' +
      '`transfer` need a limit `by: payer`, as do routes that ask for payment before their ' +
      'gates. With `by: payer` the caller signs, and what it signed is not settled: a stream ' +
      'is settled on its way, and `undo` gives back what nobody paid for. `then: refuse` sells ' +
      'nothing beyond the quota, so one of wallets needs a `when`.',
    bad: 'pay: { free_quota: { count: [of_user], key: body.user } }',
    good: 'pay: { free_quota: { count: [of_address, of_user], key: body.user } }',
  },
  'free-unlimited': {
    title: 'Free calls are not limited.',
    why:
      'Who pays nothing can ask without end. A limit by address counts them; one by wallet ' +
      'cannot. Free routes that call an upstream need one too. A warning: it may be meant, and ' +
      'accepted.yaml then says why.',
    bad: 'pay: { free: model.billing == "free" }',
    good:
      'pay: { free: model.billing == "free" }\nlimit: { count: [free_calls], when: ' +
      'model.billing == "free" }',
  },
}
