// Code generated from catalog/tools/ by "npm run generate". DO NOT EDIT.
import type { Route } from '../runtime/contract.ts'
import { discoverable } from '../runtime/discovery.ts'
import { postChatCompletions, postResponses } from './tools/chat.ts'
import { postThings } from './tools/things.ts'

/** Every route, in the order of the catalog, with the discovery metadata of its challenge. */
export const routes: readonly Route[] = [postChatCompletions, postResponses, postThings].map(
  discoverable,
)
