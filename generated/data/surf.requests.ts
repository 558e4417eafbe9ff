// Code generated from catalog/data/surf.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Json } from '../../runtime/contract.ts'

export type PostSurfRestBody = {
  [k: string]: Json | undefined
}
