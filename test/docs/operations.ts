/** Finds operations in OpenAPI documents. */
import type { RouteIR } from '../../generator/ir.ts'
import { dereferenced } from '../helpers/dereferenced.ts'

/** The path of a route as documents write it. */
export const open = (path: string) => path.replace(/\*$/, '{rest}')

/** All operations of a document, without references. */
export const operations = (document: any): any[] =>
  Object.values(dereferenced(document).paths as Record<string, object>).flatMap(item =>
    Object.values(item),
  )

/** Finds the operation of a route, without references. */
export const operationsOf = (document: any): ((route: RouteIR) => any) => {
  const { paths } = dereferenced(document)
  return ({ path, method }) => paths[open(path)]?.[method.toLowerCase()]
}
