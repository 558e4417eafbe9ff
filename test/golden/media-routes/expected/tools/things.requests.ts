// Code generated from catalog/tools/things.routes.yaml by "npm run generate". DO NOT EDIT.
import type { Json } from '../../runtime/contract.ts'

export type PostEditsBody = {
  model: string
  count: number
  /** what is edited */
  image: string[]
  mask?: string
  /** one or more */
  tags: string[]
}

export type PostFilmsBody = {
  model: string
  prompt: string
  image?: string
  count: number
  made?: boolean
}

export type PostFilmsForm = {
  /** an id; plain ones are of this shop */
  model: string
  /** parts {type, text} and {type, image_url} */
  parts: Json[]
  seconds?: number
}
