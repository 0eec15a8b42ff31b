import type { AnyContractRouter } from '@orpc/contract'
import { StandardOpenAPICodec, StandardOpenAPIMatcher } from '@orpc/openapi/standard'
import {
  StandardBracketNotationSerializer,
  StandardOpenAPIJsonSerializer,
  StandardOpenAPISerializer,
} from '@orpc/openapi-client/standard'
import type { Router } from '@orpc/server'
import { FetchHandler, type FetchHandlerOptions } from '@orpc/server/fetch'
import { StandardHandler, type StandardHandlerOptions } from '@orpc/server/standard'

import type { EntryContext } from '#server/api/context.ts'

export type ApiRouter = Router<AnyContractRouter, EntryContext>
type Options = FetchHandlerOptions<EntryContext> &
  StandardHandlerOptions<EntryContext> & { maxBracketNotationArrayIndex: number }

/**
 * oRPC copies every value of a response before it becomes JSON, to find dates, sets and files in it. Senda's outputs have
 * passed their schemas and are JSON already, except a file, which is always the whole output: `api-handler.test.ts`.
 */
class PlainSerializer extends StandardOpenAPIJsonSerializer {
  override serialize(data: unknown): ReturnType<StandardOpenAPIJsonSerializer['serialize']> {
    return [data, data instanceof Blob]
  }
}

/** Like oRPC's OpenAPIHandler, without the copies. */
export class ApiHandler extends FetchHandler<EntryContext> {
  constructor(router: ApiRouter, options: Options) {
    const serializer = new StandardOpenAPISerializer(
      new PlainSerializer(),
      new StandardBracketNotationSerializer(options),
    )
    const codec = new StandardOpenAPICodec(serializer)
    super(new StandardHandler(router, new StandardOpenAPIMatcher(), codec, options), options)
  }
}
