// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export interface ModelsListReply {
  object: 'list'
  data: unknown[]
}
