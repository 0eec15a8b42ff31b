import { failField } from '#contract/errors.ts'
import { api } from '#server/http/procedures.ts'
import { findUnstorableText } from '#server/http/unstorable-text.ts'

import { registerCenter } from '../usecases/register-center.ts'

export const centerRegistrationsRoutes = {
  create: api.centerRegistrations.create.handler(({ input, context }) => {
    const { form, captchaToken = '', ...uploads } = input
    // As every route refuses it: here it only came to light when the form's JSON was read.
    const path = findUnstorableText(form)
    if (path !== undefined) {
      throw failField(`form.${path}`, 'Contiene caracteres que no se pueden guardar.')
    }
    const { address } = context.visitor
    return registerCenter(context.platform, { form, uploads, captchaToken, address })
  }),
}
