import { type UseFormReturn, useWatch } from 'react-hook-form'

import { documentMaxBytes, tooLargeDocument } from '#contract/files.ts'
import { centerLanguageLimits, listExcess, servicesListMin } from '#contract/typed-lists.ts'
import { isPdfFile } from '#web/platform/pdf-file.ts'
import { DocumentField } from '#web/ui/document-field.tsx'
import { ListField } from '#web/ui/list-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

import { chooseAgain, type FilesOfStep } from './chosen-files.ts'
import { PricedServices } from './priced-services.tsx'
import type { RegistrationValues } from './registration-values.ts'

export function ServicesStep({ form, files }: { form: UseFormReturn<RegistrationValues>; files: FilesOfStep }) {
  const { register, control, formState } = form
  const errors = formState.errors.services
  const description: string | undefined = useWatch({ control, name: 'services.servicesList' })
  const typedLength = description?.trim().length ?? 0
  return (
    <div className="grid gap-7">
      <TextArea
        {...register('services.servicesList')}
        maxLength={5000}
        label="Servicios que ofreces"
        required
        rows={5}
        hint={
          typedLength < servicesListMin
            ? `Qué tratas, cómo trabajas, para quién es. Mínimo ${servicesListMin} caracteres; llevas ${typedLength}.`
            : 'Qué tratas, cómo trabajas, para quién es.'
        }
        error={errors?.servicesList?.message}
      />
      <PricedServices form={form} />
      <ListField
        {...register('services.languages')}
        excess={(text) => listExcess(text, centerLanguageLimits)}
        label="Idiomas"
        optional
        autoComplete="off"
        hint="Separados por comas: Español, Portugués."
        error={errors?.languages?.message}
      />
      <DocumentField
        isPdf={isPdfFile}
        label="Certificaciones"
        optional
        maxBytes={documentMaxBytes}
        tooLarge={tooLargeDocument}
        hint={
          chooseAgain(files.lost.certification) ??
          'Tu título o tu habilitación. Lo ve solo quien comprueba los datos; también puedes subirlo después.'
        }
        value={files.chosen.certification}
        error={files.errors.certification}
        onChange={(file) => files.choose('certification', file)}
      />
    </div>
  )
}
