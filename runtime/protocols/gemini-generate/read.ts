/**
 * Reads replies of Gemini-style upstreams, both complete replies and stream events, which have the
 * same form.
 */
import { ONE } from '../request-options.ts'
import { countOf, membersOf, objectsOf, textOf, errorTextOf, type Members } from '../json.ts'
import {
  Malformed,
  type RequestOptions,
  type Choice,
  type Completion,
  type ExtraContent,
  type Finish,
  type Piece,
  type ToolCall,
  type Usage,
} from '../types.ts'
import { MARK } from './contents.ts'

const FINISH: Readonly<Record<string, Finish>> = {
  STOP: 'stop',
  MAX_TOKENS: 'length',
  SAFETY: 'content_filter',
  RECITATION: 'content_filter',
  BLOCKLIST: 'content_filter',
  PROHIBITED_CONTENT: 'content_filter',
  SPII: 'content_filter',
  LANGUAGE: 'content_filter',
  IMAGE_SAFETY: 'content_filter',
}

/** Finish reasons of an invalid call by the model, which is not an answer. */
const BROKEN: ReadonlySet<string> = new Set([
  'MALFORMED_FUNCTION_CALL',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
])

/**
 * Maps a finish reason. Throws Malformed if the model broke off, unless the caller already has its
 * earlier output, which is then the complete answer.
 */
export function finishOf(
  reason: string,
  { calls, hasOutput = false }: { calls: boolean; hasOutput?: boolean },
): Finish {
  if (BROKEN.has(reason) && !hasOutput) throw new Malformed(`the model broke off: ${reason}`)
  const finish = Object.hasOwn(FINISH, reason) ? (FINISH[reason] as Finish) : 'stop'
  return finish === 'stop' && calls ? 'tool_calls' : finish
}

/**
 * Converts usage to disjoint counts: cached tokens are part of the prompt, thoughts are not part of
 * the output.
 */
export function usageOf(raw: unknown): Usage | undefined {
  const usage = membersOf(raw)
  if (usage === undefined) return undefined
  const own = countOf(usage.promptTokenCount)
  const cacheRead = Math.min(countOf(usage.cachedContentTokenCount), own)
  const prompt = own + countOf(usage.toolUsePromptTokenCount)
  return {
    uncached: prompt - cacheRead,
    cacheRead,
    cacheWrite: 0,
    output: countOf(usage.candidatesTokenCount),
    reasoning: countOf(usage.thoughtsTokenCount),
  }
}

/**
 * Returns the error or the block reason of a reply without an answer; undefined if there is an
 * answer.
 */
export function refusalReason(reply: Members): NonNullable<Piece['problem']> | undefined {
  if (membersOf(reply.error) !== undefined) return errorTextOf(reply.error)
  const reason = textOf(membersOf(reply.promptFeedback)?.blockReason)
  if (reason === undefined || objectsOf(reply.candidates).length > 0) return undefined
  return { message: `The prompt was blocked: ${reason}`, type: 'content_filter' }
}

/** The output of a candidate or, in a stream, the addition of an event. */
export interface CandidateOutput {
  content: string
  reasoning: string
  signature?: string
  calls: { name: string; arguments: string; extra_content?: ExtraContent }[]
}

/** Reads the output of a candidate from its parts. */
export function candidateOutput(candidate: Members): CandidateOutput {
  const output: CandidateOutput = { content: '', reasoning: '', calls: [] }
  for (const part of objectsOf(membersOf(candidate.content)?.parts)) {
    const signature = textOf(part.thoughtSignature)
    const call = membersOf(part.functionCall)
    const text = textOf(part.text) ?? ''
    if (call !== undefined) output.calls.push(calledBy(call, signature))
    else if (signature !== undefined) output.signature = MARK + signature
    if (part.thought === true) output.reasoning += text
    else output.content += text
  }
  return output
}

function calledBy(call: Members, signature: string | undefined): CandidateOutput['calls'][number] {
  const name = textOf(call.name)
  if (name === undefined) throw new Malformed('a call of a function has no name')
  const proof =
    signature === undefined ? {} : { extra_content: { google: { thought_signature: signature } } }
  return { name, arguments: JSON.stringify(call.args ?? {}), ...proof }
}

/**
 * Reads a complete reply. Throws Malformed for a blocked prompt, unless a rule of the call
 * classified it before.
 */
export function read(reply: unknown, { choices: requested }: RequestOptions = ONE): Completion {
  const members = membersOf(reply)
  if (members === undefined) throw new Malformed('the reply is no object')
  const problem = refusalReason(members)
  if (problem !== undefined) throw new Malformed(problem.message)
  const choices = objectsOf(members.candidates).map(choiceOf)
  if (choices.length < requested)
    throw new Malformed('the reply has fewer candidates than were asked for')
  const usage = usageOf(members.usageMetadata)
  return { choices, ...(usage === undefined ? {} : { usage }) }
}

function choiceOf(candidate: Members, at: number): Choice {
  const { content, reasoning, signature, calls } = candidateOutput(candidate)
  const written = calls.map(({ name, arguments: args, ...extra }): ToolCall => ({
    id: '',
    type: 'function',
    function: { name, arguments: args },
    ...extra,
  }))
  return {
    index: typeof candidate.index === 'number' ? candidate.index : at,
    content: content === '' ? null : content,
    ...(reasoning === '' ? {} : { reasoning }),
    ...(signature === undefined ? {} : { signature }),
    ...(calls.length === 0 ? {} : { tool_calls: written }),
    finish: finishOf(textOf(candidate.finishReason) ?? 'STOP', { calls: calls.length > 0 }),
  }
}
