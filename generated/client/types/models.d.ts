// Code generated from catalog/ by "npm run generate". DO NOT EDIT.

export interface ModelsListReply {
  object: 'list'
  data: ModelsGetReply[]
}

export interface ModelsGetReply {
  id: string
  object: 'model'
  created: number
  owned_by: string
  name: string
  description: string
  context_window: number
  max_output: number
  categories: string[]
  streaming?: boolean
  billing_mode: string
  pricing: {
    input?: number
    output?: number
    cache_read?: number
    cache_write?: number
    flat?: number
    per_image?: number
    per_second?: number
    per_track?: number
    per_1k_characters?: number
    per_generation?: number
  }
}
