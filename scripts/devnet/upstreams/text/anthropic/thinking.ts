/** What Anthropic's API refuses of extended thinking. */
import { traitsOf } from '../models.ts'
import { blocksOf } from './blocks.ts'

const LEAST = 1024

/** The mistake in the options of thinking, or in thinking that was sent back. */
export function refuseThinking(body: Record<string, any>): string | undefined {
  const { thinking, model } = body
  if (thinking === undefined) return undefined
  const type: unknown = thinking?.type
  if (!['enabled', 'disabled', 'adaptive'].includes(type as string))
    return (
      `thinking: Input tag '${String(type)}' found using 'type' does not match any of the ` +
      `expected tags: 'adaptive', 'disabled', 'enabled'`
    )
  if (type === 'disabled') return undefined
  const { newest } = traitsOf(model)
  if (type === 'enabled' && newest)
    return (
      '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" ' +
      'and "output_config.effort" to control thinking behavior.'
    )
  return (
    (type === 'enabled' ? refuseBudget(body) : undefined) ??
    refuseTogether(body) ??
    unthought(body.messages)
  )
}

function refuseBudget({ thinking, max_tokens: max }: Record<string, any>): string | undefined {
  const budget: unknown = thinking.budget_tokens
  if (budget === undefined) return 'thinking.enabled.budget_tokens: Field required'
  if (!Number.isInteger(budget))
    return 'thinking.enabled.budget_tokens: Input should be a valid integer'
  if ((budget as number) < LEAST)
    return `thinking.enabled.budget_tokens: Input should be greater than or equal to ${LEAST}`
  return max > (budget as number)
    ? undefined
    : '`max_tokens` must be greater than `thinking.budget_tokens`. Please consult our ' +
        'documentation at https://docs.vendor-f.example/thinking'
}

/** What does not go together with thinking. */
function refuseTogether({
  temperature,
  top_k: topK,
  top_p: topP,
  tool_choice: choice,
}: Record<string, any>): string | undefined {
  if (temperature !== undefined && temperature !== 1)
    return '`temperature` may only be set to 1 when thinking is enabled or in adaptive mode.'
  if (topK !== undefined)
    return '`top_k` must be unset when thinking is enabled or in adaptive mode.'
  if (topP !== undefined && topP < 0.95)
    return (
      '`top_p` must be greater than or equal to 0.95 or unset when thinking is enabled or in ' +
      'adaptive mode.'
    )
  return ['any', 'tool'].includes(choice?.type)
    ? 'Thinking may not be enabled when tool_choice forces tool use.'
    : undefined
}

/** The turn whose tools were just called begins with the thinking that led to the calls. */
function unthought(messages: readonly any[]): string | undefined {
  const at = messages.findLastIndex(message => message.role === 'assistant')
  const blocks = blocksOf(messages[at]?.content)
  if (!blocks.some(block => block.type === 'tool_use')) return undefined
  const first: string = blocks[0].type
  if (first === 'thinking' || first === 'redacted_thinking') return undefined
  return (
    `messages.${at}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but ` +
    `found \`${first}\`. When \`thinking\` is enabled, a final \`assistant\` message must ` +
    `start with a thinking block (preceeding the lastmost set of \`tool_use\` and ` +
    `\`tool_result\` blocks). We recommend you include thinking blocks from previous turns. ` +
    `To avoid this requirement, disable \`thinking\`.`
  )
}
