/** Reads and checks the contents of a Gemini request. */
import { isObject, listOf, unreachable } from '../asked.ts'
import type { Turn } from '../asked.ts'
import type { Wrong } from './request.ts'

const PARTS = [
  'text',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'thought',
  'thoughtSignature',
  'executableCode',
  'codeExecutionResult',
  'videoMetadata',
  'mediaResolution',
]
/** What thoughts and calls are signed with. */
export const SIGNATURE = Buffer.from('local-thought').toString('base64')
const SKIPPED = ['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go']

/**
 * The turns of a conversation, or what is wrong with it. `signed` models want the signatures of
 * their calls back.
 */
export function readContents(
  contents: unknown,
  signed: boolean,
): { turns: readonly Turn[] } | Wrong {
  if (!Array.isArray(contents) || contents.length === 0)
    return { wrong: '* GenerateContentRequest.contents: contents is not specified\n' }
  for (const [i, content] of contents.entries()) {
    const bad = refuseContent(content, i)
    if (bad) return bad
  }
  return (
    refuseCalls(contents) ??
    (signed ? refuseUnsigned(contents) : undefined) ?? { turns: contents.map(turnOf) }
  )
}

function refuseContent(content: unknown, i: number): Wrong | undefined {
  if (!isObject(content)) return { wrong: `Invalid value at 'contents[${i}]'.` }
  if (!['user', 'model', 'function', undefined].includes(content.role))
    return { wrong: 'Please use a valid role: user, model.' }
  const parts = listOf(content.parts)
  if (parts.length === 0)
    return {
      wrong: `* GenerateContentRequest.contents[${i}].parts: contents.parts must not be empty.\n`,
    }
  for (const [n, part] of parts.entries()) {
    const strange = Object.keys(isObject(part) ? part : {}).find(name => !PARTS.includes(name))
    if (strange !== undefined)
      return {
        wrong:
          `Invalid JSON payload received. Unknown name "${strange}" at ` +
          `'contents[${i}].parts[${n}]': Cannot find field.`,
      }
    if (!PARTS.slice(0, 5).some(name => part?.[name] !== undefined))
      return {
        wrong:
          `* GenerateContentRequest.contents[${i}].parts[${n}].data: required oneof field ` +
          `'data' must have one initialized field\n`,
      }
    if (part.fileData !== undefined && unreachable(part.fileData.fileUri))
      return {
        wrong:
          'Cannot fetch content from the provided URL. Please ensure the URL is valid and ' +
          'accessible.',
      }
    if (part.inlineData !== undefined && !/^[\w-]+\/[\w.+-]+$/.test(part.inlineData.mimeType ?? ''))
      return {
        wrong: `Unable to process input image: unsupported MIME type: ${part.inlineData.mimeType}`,
      }
  }
  return undefined
}

/** Results follow the calls that they belong to, one for one. */
function refuseCalls(contents: readonly any[]): Wrong | undefined {
  const count = (content: any, what: string): number =>
    listOf(content?.parts).filter(part => part[what] !== undefined).length
  for (const [i, content] of contents.entries()) {
    const [calls, results] = [
      count(contents[i - 1], 'functionCall'),
      count(content, 'functionResponse'),
    ]
    if (results > 0 && calls === 0)
      return {
        wrong:
          'Please ensure that function response turn comes immediately after a function call turn.',
      }
    if (results !== calls)
      return {
        wrong:
          'Please ensure that the number of function response parts is equal to the number ' +
          'of function call parts of the function call turn.',
      }
  }
  return undefined
}

/** The first call of a turn brings back its signature. */
function refuseUnsigned(contents: readonly any[]): Wrong | undefined {
  const from = contents.findLastIndex(
    content =>
      content.role !== 'model' && listOf(content.parts).some(part => part.text !== undefined),
  )
  for (const [i, content] of contents.entries()) {
    const call = listOf(content.parts).find(part => part.functionCall !== undefined)
    if (i < from || call === undefined) continue
    const name = call.functionCall.name
    if (call.thoughtSignature === undefined)
      return {
        wrong:
          'Function call is missing a thought_signature in functionCall parts. This is ' +
          'required for tools to work correctly, and missing thought_signature may lead to ' +
          'degraded model performance. Additional data, function call ' +
          `\`default_api:${name}\` , position ${i + 1}.`,
      }
    if (call.thoughtSignature !== SIGNATURE && !SKIPPED.includes(call.thoughtSignature))
      return { wrong: 'Corrupted thought signature.' }
  }
  return undefined
}

function turnOf({ role, parts }: any): Turn {
  const all = listOf(parts)
  const texts = all.map(part => part.text ?? saidBy(part)).filter(text => text !== '')
  const result = all.some(part => part.functionResponse !== undefined)
  const images = all.filter(
    part => part.inlineData !== undefined || part.fileData !== undefined,
  ).length
  return {
    role: result ? 'tool' : role === 'model' ? 'assistant' : 'user',
    text: texts.join('\n'),
    images,
  }
}

function saidBy({ functionCall: call, functionResponse: result }: any): string {
  if (call !== undefined) return `${call.name} ${JSON.stringify(call.args ?? {})}`
  return result === undefined ? '' : resultText(result.response)
}

const resultText = (response: any): string => {
  const only: unknown = response?.output ?? response?.result ?? response
  return typeof only === 'string' ? only : JSON.stringify(only ?? {})
}
