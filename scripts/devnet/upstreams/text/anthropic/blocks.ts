/**
 * Reads and checks the messages of Anthropic's API, block by block. Each block is a turn, for each
 * can be a breakpoint of caching.
 */
import { isObject, listOf, unreachable } from '../asked.ts'
import type { Turn } from '../asked.ts'

/** What thinking is signed with. */
export const signatureOf = (thinking: string): string =>
  `local-${Buffer.from(thinking).toString('base64').slice(0, 32)}`

const BLOCKS = [
  'text',
  'image',
  'document',
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'search_result',
  'server_tool_use',
]
const ID = /^[a-zA-Z0-9_-]+$/

/** The blocks of a message; a text is one. */
export const blocksOf = (content: unknown): any[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content)

/** What is wrong with the messages. */
export function refuseMessages(messages: unknown): string | undefined {
  if (messages === undefined) return 'messages: Field required'
  if (!Array.isArray(messages)) return 'messages: Input should be a valid array'
  if (messages.length === 0) return 'messages: at least one message is required'
  for (const [i, message] of messages.entries()) {
    const bad = refuseMessage(message, i, i === messages.length - 1)
    if (bad !== undefined) return bad
  }
  if (messages[0].role !== 'user') return 'messages: first message must use the "user" role'
  return unpaired(messages)
}

function refuseMessage(message: unknown, i: number, last: boolean): string | undefined {
  if (!isObject(message)) return `messages.${i}: Input should be an object`
  const { role, content } = message
  if (role === 'system')
    return (
      'messages: Unexpected role "system". The Messages API accepts a top-level `system` ' +
      'parameter, not "system" as an input message role.'
    )
  if (!['user', 'assistant'].includes(role))
    return `messages.${i}.role: Input should be 'user' or 'assistant'`
  const extra = Object.keys(message).find(name => !['role', 'content'].includes(name))
  if (extra !== undefined) return `messages.${i}.${extra}: Extra inputs are not permitted`
  if (content === undefined) return `messages.${i}.content: Field required`
  if (typeof content !== 'string' && !Array.isArray(content))
    return `messages.${i}.content: Input should be a valid list`
  if (content.length === 0 && !(last && role === 'assistant'))
    return (
      `messages.${i}: all messages must have non-empty content except for the optional final ` +
      'assistant message'
    )
  for (const [n, block] of blocksOf(content).entries()) {
    const bad = refuseBlock(block, { at: `messages.${i}.content.${n}`, role })
    if (bad !== undefined) return bad
  }
  return undefined
}

function refuseBlock(
  block: unknown,
  { at, role }: { at: string; role: string },
): string | undefined {
  if (!isObject(block) || !BLOCKS.includes(block.type))
    return (
      `${at}: Input tag '${isObject(block) ? String(block.type) : ''}' found using 'type' ` +
      `does not match any of the expected tags: ${BLOCKS.map(one => `'${one}'`).join(', ')}`
    )
  switch (block.type) {
    case 'text':
      return typeof block.text === 'string' && block.text !== ''
        ? undefined
        : 'messages: text content blocks must be non-empty'
    case 'image':
      return refuseImage(block.source, at)
    case 'tool_use':
      return role !== 'assistant'
        ? `${at}: \`tool_use\` blocks can only be in \`assistant\` messages`
        : refuseUse(block, at)
    case 'tool_result':
      if (role !== 'user') return `${at}: \`tool_result\` blocks can only be in \`user\` messages`
      return typeof block.tool_use_id === 'string'
        ? undefined
        : `${at}.tool_result.tool_use_id: Field required`
    case 'thinking':
      return block.signature === signatureOf(String(block.thinking))
        ? undefined
        : `${at}: Invalid \`signature\` in \`thinking\` block`
    default:
      return undefined
  }
}

function refuseUse({ id, name, input }: Record<string, any>, at: string): string | undefined {
  if (typeof id !== 'string' || !ID.test(id))
    return `${at}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`
  if (typeof name !== 'string') return `${at}.tool_use.name: Field required`
  return isObject(input) ? undefined : `${at}.tool_use.input: Input should be a valid dictionary`
}

function refuseImage(source: unknown, at: string): string | undefined {
  if (!isObject(source)) return `${at}.image.source: Field required`
  if (source.type === 'url')
    return unreachable(source.url) || String(source.url).startsWith('data:')
      ? 'Unable to download the file. Please verify the URL and try again.'
      : undefined
  if (!['image/jpeg', 'image/png', 'image/gif', 'image/webp'].includes(source.media_type))
    return (
      `${at}.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', ` +
      `'image/gif' or 'image/webp'`
    )
  return /^[A-Za-z0-9+/]+=*$/.test(source.data ?? '')
    ? undefined
    : `${at}.image.source.base64: invalid base64 data`
}

/** Uses of tools without results right after them, and results without uses right before them. */
function unpaired(messages: readonly any[]): string | undefined {
  const ids = (message: any, type: string, name: string): string[] =>
    blocksOf(message?.content)
      .filter(block => block.type === type)
      .map(block => block[name])
  for (const [i, message] of messages.entries()) {
    const [uses, next] = [
      ids(message, 'tool_use', 'id'),
      ids(messages[i + 1], 'tool_result', 'tool_use_id'),
    ]
    const open = uses.filter(id => !next.includes(id))
    if (open.length > 0)
      return (
        `messages.${i}: \`tool_use\` ids were found without \`tool_result\` blocks ` +
        `immediately after: ${open.join(', ')}. Each \`tool_use\` block must have a ` +
        `corresponding \`tool_result\` block in the next message.`
      )
    const [results, before] = [
      ids(message, 'tool_result', 'tool_use_id'),
      ids(messages[i - 1], 'tool_use', 'id'),
    ]
    const strange = results.find(id => !before.includes(id))
    if (strange !== undefined)
      return (
        `messages.${i}.content.0: unexpected \`tool_use_id\` found in \`tool_result\` ` +
        `blocks: ${strange}. Each \`tool_result\` block must have a corresponding ` +
        `\`tool_use\` block in the previous message.`
      )
  }
  return undefined
}

/** The turns of the messages. */
export const turnsOf = (messages: readonly any[]): Turn[] =>
  messages.flatMap(({ role, content }) => blocksOf(content).map(block => turnOf(block, role)))

function turnOf(block: Record<string, any>, role: Turn['role']): Turn {
  const keep = isObject(block.cache_control) ? { keep: true } : {}
  const inner = blocksOf(block.content)
  switch (block.type) {
    case 'text':
      return { role, text: block.text, images: 0, ...keep }
    case 'thinking':
      return { role, text: block.thinking, images: 0, ...keep }
    case 'tool_use':
      return { role, text: `${block.name} ${JSON.stringify(block.input)}`, images: 0, ...keep }
    case 'tool_result':
      return {
        role: 'tool',
        text: inner.map(one => one.text ?? '').join(''),
        images: inner.filter(one => one.type === 'image').length,
        ...keep,
      }
    default:
      return { role, text: '', images: block.type === 'image' ? 1 : 0, ...keep }
  }
}
