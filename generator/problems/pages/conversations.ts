/** Codes of the rules about conversations: protocols, streams, fallback rows, and free calls. */
import type { CodePages } from '../page.ts'

/** Pages about protocols, streams, fallbacks and free calls. */
export const CONVERSATION_PAGES: CodePages = {
  'route-protocol': {
    title: 'A route with `protocol` has another answer than that of its protocol.',
    why:
      "The protocol makes the answer from the upstream's answer. So each call of the route " +
      'needs a `protocol` that parses replies, and the route has no `reply`, `document`, ' +
      '`mirror`, `cache` or `job`.',
    bad:
      'protocol: openai_chat\nupstream: studio.chat        # without `protocol`\nreply: { ' +
      'text: =result.text }',
    good: 'protocol: openai_chat\nupstream: studio.chat        # with `protocol: gemini_generate`',
  },
  protocol: {
    title: 'A call with `protocol` has keys that conflict with it.',
    why:
      'The protocol writes the request from `send` and parses the reply, so there is no ' +
      '`give`, no file, form, ticket or retry, and `send` is a map. `openai_responses` ' +
      'forwards both unchanged: there, `send` may be `verbatim`.',
    bad: 'protocol: openai_chat\nsend: verbatim\ngive: { text: =reply.text }',
    good: 'protocol: openai_chat\nsend: { ...: =body, model: =model.upstream_id }',
  },
  'open-send': {
    title: 'A call forwards every field of the caller.',
    why:
      'A body with `...: forward` keeps unknown fields. An upstream may support them and ' +
      'charge for them: a search, more answers, a longer one. `allow` lists the fields that ' +
      'may reach the upstream; all others are left out and listed in `warnings` for ' +
      'callers.',
    bad: 'send: { ...: =body, model: =model.upstream_id }',
    good: 'send: { ...: =body, model: =model.upstream_id }\nallow: [model, messages, temperature]',
  },
  stream: {
    title: 'A stream without its flow, or a flow without its stream.',
    why:
      'Only `stream_or_reply` streams, for calls that meet the condition `stream`. The ' +
      'calls of such a route need a `protocol`, which defines the end of a stream, and ' +
      '`lasts`, which limits its duration.',
    bad: 'flow: inline\nstream: body.stream',
    good: 'flow: stream_or_reply\nstream: body.stream',
  },
  lasts: {
    title: 'A stream would end before its first event may arrive.',
    why:
      'For a streaming call, `timeout` is the time to the first event and between two ' +
      'events, and `lasts` is the time of the whole stream.',
    bad: 'timeout: 120s\nlasts: 60s',
    good: 'timeout: 120s\nlasts: 500s',
  },
  fallback: {
    title: 'The fallback row is not valid.',
    why:
      "`fallback` is the id of a row of the route's table: a column of the type `row`, or a " +
      'literal id. A row cannot be its own fallback, and a gate such as `has(model.editor)` ' +
      'must not exclude the fallback. Jobs have no fallback, because they resume ' +
      'automatically.',
    bad: 'acme/large: { fallback: acme/large }',
    good: 'acme/large: { fallback: acme/small }',
  },
  'payment-keys': {
    title: 'A payment key has no effect on this route.',
    why:
      '`checks`, `pay.free`, `pay.free_quota`, `settle.on_failure`, `settle.unpaid` and ' +
      '`pay.redeliver` need a route with a price. A job is settled by its poll, so it may ' +
      'only have `checks`. If every call is free, write `flow: free`. A redelivered answer ' +
      'is at most an hour old.',
    bad: 'flow: free\npay: { free: body.trial }',
    good: 'flow: inline\nprice: 0.01\npay: { free: body.trial }',
  },
  'answer-example': {
    title: 'The example of an answer does not fit the schema of the answer.',
    why:
      'Documents show both, and callers write their code by them. The schema comes from the ' +
      'formulas of the reply, and from `schema` in `answers/` for what formulas leave open.',
    bad:
      'POST /api/v1/things:\n  schema: { properties: { parts: { type: array } } }\n  ' +
      'example: { parts: 3 }',
    good:
      'POST /api/v1/things:\n  schema: { properties: { parts: { type: array } } }\n  ' +
      'example: { parts: [ wheel ] }',
  },
  'tool-body': {
    title: 'MCP clients could not send a valid body.',
    why:
      '`tool_body` lists what MCP clients give in place of the body. Its fields are members of ' +
      'the body, so they need its names and values, and every required field must be among them.',
    bad: 'body: { to: string!, task: string! }\ntool_body: { to: string!, prompt: string! }',
    good: 'body: { to: string!, task: string! }\ntool_body: { to: string!, task: string! }',
  },
  'free-quota': {
    title: 'A free quota cannot be counted, or conflicts with its route.',
    why:
      'Callers without a payment are counted by address (`by: ip`), and additionally by a ' +
      'key, because callers can invent keys. Their calls have no wallet, so `checks`, ' +
      '`effects` and `transfer` need a limit `by: payer`, as do routes that request payment ' +
      'before their gates. With `by: payer` the caller signs a payment that is not settled. ' +
      'That conflicts with a stream, which is settled before it ends, and with `undo`, ' +
      'which undoes unpaid results. `then: refuse` sells nothing beyond the quota, so a ' +
      'quota of wallets also needs `when`.',
    bad: 'pay: { free_quota: { count: [of_user], key: body.user } }',
    good: 'pay: { free_quota: { count: [of_address, of_user], key: body.user } }',
  },
  'free-unlimited': {
    title: 'Free calls are not limited.',
    why:
      'Unpaid callers could send any number of requests. A limit by address counts them; a ' +
      'limit by wallet does not. Free routes that call an upstream need one too. This is a ' +
      'warning, because it may be intended; accepted.yaml then has the reason.',
    bad: 'pay: { free: model.billing == "free" }',
    good:
      'pay: { free: model.billing == "free" }\nlimit: { count: [free_calls], when: ' +
      'model.billing == "free" }',
  },
}
