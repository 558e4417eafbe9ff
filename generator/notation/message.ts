/** Parses messages: text with holes, each hole a formula. `{{` is a literal brace. */
import { freeNames } from '../js/ask.ts'
import { text as textOf, type Js } from '../js/tree.ts'
import { noteSource } from '../js/written.ts'
import { attempt, fail, placeIn, sliceText } from '../formula/fail.ts'
import { parse } from '../formula/parse.ts'
import { asText } from '../formula/texts.ts'
import { environment, nothingGathered, type Gathered } from '../formula/value.ts'
import { walk } from '../formula/walk.ts'
import type { Checked, Code, Names, Problem, Text } from '../types.ts'

interface Part {
  text?: string
  hole?: { start: number; end: number }
}

/**
 * A message as a string or template literal. Absent values are empty, lists are joined with commas.
 */
export function lowerMessage(text: Text, names: Names): Checked<Code | undefined> {
  const parts = attempt(text, () => split(text.text))
  if (!parts.value) return { value: undefined, problems: parts.problems }
  const problems: Problem[] = []
  const gathered = nothingGathered()
  const whole = parts.value.map((part): string | Js => {
    if (!part.hole) return part.text ?? ''
    const hole = attempt(sliceText(text, part.hole.start, part.hole.end), () =>
      holeOf({ text, hole: part.hole!, names, gathered }),
    )
    problems.push(...hole.problems)
    return hole.value ?? ''
  })
  if (problems.length > 0) return { value: undefined, problems }
  const plain = parts.value.every(part => !part.hole)
  const js: Js = plain ? textOf(whole.join('')) : { kind: 'template', parts: whole }
  return { value: codeOf({ js, text, gathered }), problems }
}

function codeOf({ js, text, gathered }: { js: Js; text: Text; gathered: Gathered }): Code {
  return {
    js,
    type: { kind: 'string' },
    uses: [...freeNames(js)].sort(),
    wait: gathered.wait,
    place: placeIn(text, { start: 0, end: text.text.length }),
    ...(gathered.unproven.length > 0 ? { unproven: gathered.unproven } : {}),
  }
}

interface Hole {
  text: Text
  hole: { start: number; end: number }
  names: Names
  gathered: Gathered
}

function holeOf({ text, hole, names, gathered }: Hole): Js {
  const env = { ...environment(sliceText(text, hole.start, hole.end), names), gathered }
  const expr = parse(env.text.text)
  const value = walk(env, expr)
  const bare = !value.absent && (value.type.kind === 'string' || value.type.kind === 'integer')
  const { js } = bare ? value : asText(env, value, expr)
  noteSource(js, env.text.text)
  return js
}

/** Splits a message into texts and holes. */
function split(source: string): Part[] {
  const parts: Part[] = []
  let text = ''
  for (let at = 0; at < source.length; at++) {
    const char = source[at]!
    if ((char === '{' || char === '}') && source[at + 1] === char) text += source[at++]
    else if (char !== '{') text += char
    else {
      const end = holeEnd(source, at)
      if (text) parts.push({ text })
      parts.push({ hole: { start: at + 1, end } })
      text = ''
      at = end
    }
  }
  return text || parts.length === 0 ? [...parts, { text }] : parts
}

const STRING = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/y

/** The end of the hole that opens here; braces and quotes inside it are skipped. */
function holeEnd(source: string, open: number): number {
  for (let [at, depth] = [open, 0]; at < source.length; at++) {
    STRING.lastIndex = at
    const quoted = at > open ? STRING.exec(source)?.[0] : undefined
    if (quoted) at += quoted.length - 1
    else if (source[at] === '{') depth++
    else if (source[at] === '}' && --depth === 0) {
      if (source.slice(open + 1, at).trim() !== '') return at
      return fail(
        { start: open, end: at + 1 },
        {
          code: 'bad-message',
          message: 'this hole is empty',
          hint: 'write {{}} for braces in the text',
        },
      )
    }
  }
  return fail(
    { start: open, end: open + 1 },
    {
      code: 'bad-message',
      message: 'this hole is not closed',
      hint: 'write {{ for a brace in the text',
    },
  )
}
