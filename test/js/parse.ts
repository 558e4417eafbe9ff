/**
 * JavaScript text as a tree, through TypeScript's own parser: for tests that are written as text.
 */
import { ts } from 'ts-morph'
import { HELPERS } from '../../generator/formula/code.ts'
import { print } from '../../generator/js/print.ts'
import type { Js, Member, Operator, Parameters } from '../../generator/js/tree.ts'

/** A tree as text, laid out from the first column. */
export const whole = (js: Js): string => print(js, { indent: 0, column: 0, tail: 0 })

const GLOBALS = new Set(['Object', 'BigInt', 'Set', 'String', 'Number', 'Array'])

/** The tree of an expression. Throws on what generated code never holds. */
export function treeOf(source: string): Js {
  const file = ts.createSourceFile('a.ts', `export {}\n;(${source})`, ts.ScriptTarget.Latest, true)
  const [, statement, ...others] = file.statements
  if (others.length > 0 || !statement || !ts.isExpressionStatement(statement))
    throw new Error(`no expression: ${source}`)
  return node(statement.expression, new Set())
}

type Bound = ReadonlySet<string>

function node(of: ts.Node, bound: Bound): Js {
  const inner = (one: ts.Node): Js => node(one, bound)
  if (ts.isParenthesizedExpression(of)) return inner(of.expression)
  if (ts.isIdentifier(of)) return named(of.text, bound)
  if (ts.isStringLiteral(of) || ts.isNoSubstitutionTemplateLiteral(of))
    return { kind: 'text', value: of.text }
  if (ts.isNumericLiteral(of)) return { kind: 'number', value: Number(of.text) }
  if (ts.isBigIntLiteral(of)) return { kind: 'number', value: BigInt(of.text.slice(0, -1)) }
  if (ts.isPropertyAccessExpression(of)) {
    const maybe = of.questionDotToken ? { maybe: true } : {}
    return { kind: 'member', of: inner(of.expression), name: of.name.text, ...maybe }
  }
  if (ts.isElementAccessExpression(of))
    return { kind: 'index', of: inner(of.expression), key: inner(of.argumentExpression) }
  if (ts.isCallExpression(of))
    return { kind: 'call', of: inner(of.expression), args: of.arguments.map(inner) }
  if (ts.isNewExpression(of)) {
    const args = (of.arguments ?? []).map(inner)
    return { kind: 'call', of: inner(of.expression), args, isNew: true }
  }
  if (ts.isPrefixUnaryExpression(of)) {
    const op = of.operator === ts.SyntaxKind.ExclamationToken ? '!' : '-'
    return { kind: 'unary', op, of: inner(of.operand) }
  }
  if (ts.isAwaitExpression(of)) return { kind: 'unary', op: 'await', of: inner(of.expression) }
  if (ts.isSpreadElement(of)) return { kind: 'unary', op: '...', of: inner(of.expression) }
  if (ts.isBinaryExpression(of)) {
    const op = of.operatorToken.getText() as Operator
    return { kind: 'binary', op, left: inner(of.left), right: inner(of.right) }
  }
  if (ts.isConditionalExpression(of)) {
    const [test, yes, no] = [of.condition, of.whenTrue, of.whenFalse].map(inner)
    return { kind: 'choice', test: test!, yes: yes!, no: no! }
  }
  if (ts.isArrayLiteralExpression(of)) return { kind: 'array', items: of.elements.map(inner) }
  if (ts.isObjectLiteralExpression(of))
    return { kind: 'object', members: of.properties.map(one => memberOf(one, bound)) }
  if (ts.isArrowFunction(of)) return arrow(of, bound)
  if (ts.isTemplateExpression(of)) {
    const rest = of.templateSpans.flatMap(span => [inner(span.expression), span.literal.text])
    return { kind: 'template', parts: [of.head.text, ...rest].filter(part => part !== '') }
  }
  return word(of)
}

function word(of: ts.Node): Js {
  switch (of.kind) {
    case ts.SyntaxKind.TrueKeyword:
      return { kind: 'word', value: true }
    case ts.SyntaxKind.FalseKeyword:
      return { kind: 'word', value: false }
    case ts.SyntaxKind.NullKeyword:
      return { kind: 'word', value: null }
    default:
      throw new Error(`not known: ${of.getText()}`)
  }
}

function named(name: string, bound: Bound): Js {
  if (name === 'undefined') return { kind: 'word', value: undefined }
  if (!bound.has(name) && HELPERS.has(name)) return { kind: 'helper', name }
  return GLOBALS.has(name) ? { kind: 'global', name } : { kind: 'name', name }
}

function memberOf(one: ts.ObjectLiteralElementLike, bound: Bound): Member {
  if (ts.isSpreadAssignment(one)) return { spread: node(one.expression, bound) }
  if (ts.isShorthandPropertyAssignment(one))
    return { key: one.name.text, value: named(one.name.text, bound) }
  if (!ts.isPropertyAssignment(one)) throw new Error(`not known: ${one.getText()}`)
  const { name } = one
  const key = ts.isComputedPropertyName(name) ? name.expression : name
  return { key: (key as ts.Identifier).text, value: node(one.initializer, bound) }
}

function arrow(of: ts.ArrowFunction, bound: Bound): Js {
  const [first] = of.parameters
  const parts = first && !ts.isIdentifier(first.name) ? first.name.elements : undefined
  const names = parts
    ? parts.map(one => (one as ts.BindingElement).name.getText())
    : of.parameters.map(one => one.name.getText())
  const form: Parameters['form'] =
    first && ts.isArrayBindingPattern(first.name)
      ? 'list'
      : first && ts.isIdentifier(first.name)
        ? 'one'
        : 'members'
  return {
    kind: 'arrow',
    takes: { form, names },
    gives: node(of.body, new Set([...bound, ...names])),
  }
}
