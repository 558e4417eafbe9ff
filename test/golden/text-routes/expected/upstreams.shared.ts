// Code generated from catalog/upstreams/ by "npm run generate". DO NOT EDIT.
/** Members of requests that may reach the upstream. */
export const talkAChatAllow: readonly string[] = [
  'model', 'messages.role', 'messages.content', 'max_tokens', 'tools',
]

/** Members of requests that may reach the upstream. */
export const talkAResponsesAllow: readonly string[] = [
  'model', 'input', 'store', 'reasoning.effort',
]
