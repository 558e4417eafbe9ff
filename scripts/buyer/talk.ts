/** Reads a model's answer in any of the protocols on sale, whole or event by event. */

/** Tokens of the prompt and of the answer; `reasoning` is part of the answer. */
export interface Tokens {
  prompt: number
  answer: number
  reasoning: number
}

/**
 * A model's answer. `cost` is the stream's cost in USD; `failure` says why a stream is incomplete.
 */
export interface Talk {
  text: string
  reasoning: string
  tokens?: Tokens
  cost?: string
  payment?: { settled: boolean; transaction?: string; error_class?: string }
  sources?: readonly string[]
  isCut?: boolean
  failure?: string
}

/**
 * What one event changes. Texts are appended; everything else replaces the earlier value. `isEnd`
 * marks the protocol's end event.
 */
export type Words = Partial<Talk> & { isEnd?: boolean }

/** Reads an event of a stream; undefined if it has no text or facts. */
export function wordsOf(event: any): Words {
  if (event?.error) return { failure: messageOf(event.error) }
  const facts = {
    ...tokensIn(event?.usage),
    ...(event?.cost && { cost: event.cost.amount }),
    ...(event?.payment && { payment: event.payment }),
  }
  if (Array.isArray(event?.choices))
    return { ...facts, ...chunk(event.choices[0]), ...sourcesIn(event.citations) }
  const { type, delta, response } = event ?? {}
  switch (type) {
    case 'content_block_delta':
      return { text: delta.text, reasoning: delta.thinking }
    case 'message_delta':
      return { ...facts, isCut: delta.stop_reason === 'max_tokens' }
    case 'message_stop':
      return { isEnd: true }
    case 'response.output_text.delta':
      return { text: delta }
    case 'response.reasoning_text.delta':
    case 'response.reasoning_summary_text.delta':
      return { reasoning: delta }
    case 'response.completed':
    case 'response.incomplete':
      return { ...tokensIn(response.usage), isCut: isCut(response), isEnd: true }
    case 'response.failed':
      return { failure: messageOf(response.error) }
    case 'error':
      return { failure: messageOf(event) }
    default:
      return {}
  }
}

function chunk(choice: any): Words {
  return {
    text: choice?.delta?.content,
    reasoning: choice?.delta?.reasoning_content,
    ...(choice?.finish_reason && { isCut: choice.finish_reason === 'length' }),
  }
}

/** Reads a whole answer; undefined if it is none. */
export function talkOf(body: any): Talk | undefined {
  const words = wholeWords(body)
  if (!words?.text && !words?.reasoning) return undefined
  return {
    text: words.text ?? '',
    reasoning: words.reasoning ?? '',
    isCut: words.isCut,
    ...tokensIn(body.usage),
    ...sourcesIn(body.citations),
  }
}

function wholeWords(body: any): Words | undefined {
  const choice = body?.choices?.[0]
  if (choice?.message)
    return {
      text: choice.message.content,
      reasoning: choice.message.reasoning_content,
      isCut: choice.finish_reason === 'length',
    }
  if (body?.type === 'message') {
    return {
      text: joined(body.content, 'text'),
      reasoning: joined(body.content, 'thinking'),
      isCut: body.stop_reason === 'max_tokens',
    }
  }
  if (body?.object === 'response')
    return {
      text: (body.output ?? []).map((item: any) => joined(item.content, 'text')).join(''),
      isCut: isCut(body),
    }
  return typeof body?.summary === 'string' ? { text: body.summary } : undefined
}

const joined = (parts: any, member: string): string =>
  Array.isArray(parts) ? parts.map(part => part?.[member] ?? '').join('') : ''

const isCut = (response: any): boolean =>
  response?.incomplete_details?.reason === 'max_output_tokens'

const sourcesIn = (citations: any): Pick<Talk, 'sources'> =>
  Array.isArray(citations) && citations.length > 0 ? { sources: citations.map(String) } : {}

const messageOf = (error: any): string =>
  String(error?.message ?? error?.type ?? 'the upstream failed')

/**
 * Reads usage in the form of any protocol. The one without `prompt_tokens` may count cached tokens
 * separately.
 */
function tokensIn(usage: any): Pick<Talk, 'tokens'> {
  if (!usage) return {}
  const cached = (usage.cache_read_input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0)
  const details = usage.completion_tokens_details ?? usage.output_tokens_details
  return {
    tokens: {
      prompt: usage.prompt_tokens ?? (usage.input_tokens ?? 0) + cached,
      answer: usage.completion_tokens ?? usage.output_tokens ?? 0,
      reasoning: details?.reasoning_tokens ?? 0,
    },
  }
}
