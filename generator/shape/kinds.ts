/** Finds the kind of a file by its path, with its shape. */
import { acceptedSchema } from '../language/guard.ts'
import { answersSchema } from './answers.ts'
import { errorsSchema } from './errors.ts'
import { fetchedSchema } from './fetched.ts'
import { gatewaySchema } from './gateway.ts'
import { modelsSchema } from './models.ts'
import { networksSchema } from './networks.ts'
import { routesSchema, templatesSchema } from './routes.ts'
import { schemasSchema } from './schemas.ts'
import { flowsSchema, hooksSchema, limitsSchema, recordsSchema } from './small.ts'
import { upstreamsSchema } from './upstreams.ts'
import type { Schema } from './schema.ts'

/** The kinds of catalog files. */
export type Kind =
  | 'gateway'
  | 'networks'
  | 'limits'
  | 'flows'
  | 'hooks'
  | 'templates'
  | 'errors'
  | 'schemas'
  | 'answers'
  | 'upstreams'
  | 'records'
  | 'fetched'
  | 'accepted'
  | 'models'
  | 'routes'

/** A kind of catalog file: its paths below `catalog/`, as a glob for editors, and its shape. */
export interface FileKind {
  kind: Kind
  files: string
  test: RegExp
  schema: Schema
}

/** All kinds. The schemas double as editor schemas. */
export const FILE_KINDS: readonly FileKind[] = [
  { kind: 'gateway', files: 'gateway.yaml', test: /^gateway\.yaml$/, schema: gatewaySchema },
  { kind: 'accepted', files: 'accepted.yaml', test: /^accepted\.yaml$/, schema: acceptedSchema },
  { kind: 'limits', files: 'limits.yaml', test: /^limits\.yaml$/, schema: limitsSchema },
  { kind: 'flows', files: 'flows.yaml', test: /^flows\.yaml$/, schema: flowsSchema },
  { kind: 'hooks', files: 'hooks.yaml', test: /^hooks\.yaml$/, schema: hooksSchema },
  {
    kind: 'templates',
    files: '**/templates.yaml',
    test: /^(?:[^/]+\/)*templates\.yaml$/,
    schema: templatesSchema,
  },
  {
    kind: 'networks',
    files: 'networks/*.yaml',
    test: /^networks\/[^/]+\.yaml$/,
    schema: networksSchema,
  },
  { kind: 'errors', files: 'errors/*.yaml', test: /^errors\/[^/]+\.yaml$/, schema: errorsSchema },
  {
    kind: 'schemas',
    files: 'schemas/*.yaml',
    test: /^schemas\/[^/]+\.yaml$/,
    schema: schemasSchema,
  },
  {
    kind: 'answers',
    files: 'answers/*.yaml',
    test: /^answers\/[^/]+\.yaml$/,
    schema: answersSchema,
  },
  {
    kind: 'upstreams',
    files: 'upstreams/*.yaml',
    test: /^upstreams\/[^/]+\.yaml$/,
    schema: upstreamsSchema,
  },
  {
    kind: 'records',
    files: 'records/*.yaml',
    test: /^records\/[^/]+\.yaml$/,
    schema: recordsSchema,
  },
  {
    kind: 'fetched',
    files: 'fetched/*.yaml',
    test: /^fetched\/[^/]+\.yaml$/,
    schema: fetchedSchema,
  },
  {
    kind: 'models',
    files: '**/*.models.yaml',
    test: /^(?:[^/]+\/)*[^/.]+\.models\.yaml$/,
    schema: modelsSchema,
  },
  {
    kind: 'routes',
    files: '**/*.routes.yaml',
    test: /^(?:[^/]+\/)*[^/.]+\.routes\.yaml$/,
    schema: routesSchema,
  },
]

/** The kind of a catalog file, by its path. */
export function kindOf(path: string): FileKind | undefined {
  const below = path.replace(/^catalog\//, '')
  return FILE_KINDS.find(one => one.test.test(below))
}
