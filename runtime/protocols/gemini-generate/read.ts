/** Replies of Gemini-style suppliers, whole or as parts of a stream: both are the same objects. */
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

/** Words for a call that the model wrote wrong, which is no answer. */
const BROKEN: ReadonlySet<string> = new Set([
  'MALFORMED_FUNCTION_CALL',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
])

/**
 * Why a model stopped. Throws Malformed where it broke off, unless the caller has what it said
 * before: that is then all of its answer.
 */
export function finishOf(
  told: string,
  { calls, hasTold = false }: { calls: boolean; hasTold?: boolean },
): Finish {
  if (BROKEN.has(told) && !hasTold) throw new Malformed(`the model broke off: ${told}`)
  const finish = Object.hasOwn(FINISH, told) ? (FINISH[told] as Finish) : 'stop'
  return finish === 'stop' && calls ? 'tool_calls' : finish
}

/**
 * Tokens of a reply in disjoint counts: what was cached is part of the prompt, thoughts are not
 * part of what was said.
 */
export function usageOf(told: unknown): Usage | undefined {
  const usage = membersOf(told)
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

/** Why nothing is answered at all; undefined where something is. */
export function refusalReason(reply: Members): NonNullable<Piece['problem']> | undefined {
  if (membersOf(reply.error) !== undefined) return errorTextOf(reply.error)
  const reason = textOf(membersOf(reply.promptFeedback)?.blockReason)
  if (reason === undefined || objectsOf(reply.candidates).length > 0) return undefined
  return { message: `The prompt was blocked: ${reason}`, type: 'content_filter' }
}

/** What the parts of a candidate add up to or, in a stream, add. */
export interface CandidateOutput {
  content: string
  reasoning: string
  signature?: string
  calls: { name: string; arguments: string; extra_content?: ExtraContent }[]
}

/** Reads the parts of a candidate. */
export function candidateOutput(candidate: Members): CandidateOutput {
  const said: CandidateOutput = { content: '', reasoning: '', calls: [] }
  for (const part of objectsOf(membersOf(candidate.content)?.parts)) {
    const signature = textOf(part.thoughtSignature)
    const call = membersOf(part.functionCall)
    const text = textOf(part.text) ?? ''
    if (call !== undefined) said.calls.push(calledBy(call, signature))
    else if (signature !== undefined) said.signature = MARK + signature
    if (part.thought === true) said.reasoning += text
    else said.content += text
  }
  return said
}

function calledBy(call: Members, signature: string | undefined): CandidateOutput['calls'][number] {
  const name = textOf(call.name)
  if (name === undefined) throw new Malformed('a call of a function has no name')
  const proof =
    signature === undefined ? {} : { extra_content: { google: { thought_signature: signature } } }
  return { name, arguments: JSON.stringify(call.args ?? {}), ...proof }
}

/**
 * A whole reply. Throws Malformed for a prompt that was blocked, unless a rule of the call has
 * named it before.
 */
export function read(reply: unknown, { choices: asked }: RequestOptions = ONE): Completion {
  const members = membersOf(reply)
  if (members === undefined) throw new Malformed('the reply is no object')
  const problem = refusalReason(members)
  if (problem !== undefined) throw new Malformed(problem.message)
  const choices = objectsOf(members.candidates).map(choiceOf)
  if (choices.length < asked)
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
