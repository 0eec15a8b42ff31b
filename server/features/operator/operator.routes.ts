import type { OperatorWords } from '#contract/operator.ts'
import { api, requireActor } from '#server/api/procedures.ts'
import { countAttempt } from '#server/platform/rate-limit.ts'
import { legalSectionsOf } from './rules/legal-sections.ts'
import { listLegalTexts, publishLegalText, readLegalText } from './usecases/legal-texts.ts'
import { changeWords, readWords, shownWords, wordsVersion } from './usecases/operator-words.ts'

/** Rendering a long text takes the process some hundredths of a second, in which it serves no one else. */
const previews = { name: 'operator.legal_previews', limit: 30, windowSeconds: 60 }

const present = (words: OperatorWords) => ({ words, version: wordsVersion(words) })

export const operatorRoutes = {
  testimonials: api.operator.testimonials.handler(() => ({ items: shownWords().testimonials })),

  words: api.operator.words.handler(async ({ context }) => present(await readWords(context.platform))),

  legalText: api.operator.legalText.handler(({ input, context }) => readLegalText(context.platform, input)),

  legalTexts: api.operator.legalTexts.handler(({ context }) => listLegalTexts(context.platform)),

  previewLegalText: api.operator.previewLegalText.handler(async ({ input, context }) => {
    await countAttempt(context.platform, { ...previews, key: requireActor(context).userId })
    return { sections: legalSectionsOf(input.body) }
  }),

  publishLegalText: api.operator.publishLegalText.handler(async ({ input, context }) => {
    await publishLegalText(context.platform, { ...input, actor: requireActor(context) })
    return { published: true as const }
  }),

  updateWords: api.operator.updateWords.handler(async ({ input, context }) =>
    present(await changeWords(context.platform, { ...input, actor: requireActor(context) })),
  ),
}
