import { departments } from '#contract/departments.ts'
import type { PatientTaxData, Receiver } from '#contract/tax-data.ts'
import { SelectField, type SelectFieldProps } from '#web/ui/select-field.tsx'
import { TextField, type TextFieldProps } from '#web/ui/text-field.tsx'

export type TaxDataField = keyof PatientTaxData
type TextFields = Exclude<TaxDataField, 'kind' | 'department'>

export const taxDataFields = ['kind', 'number', 'name', 'address', 'city', 'department'] as const
export const emptyTaxData: Receiver = { kind: 'ci', number: '', name: '', address: '', city: '', department: '' }

export type TaxDataFieldsProps = {
  /** What connects each control with its form. */
  controls: Record<TextFields, Partial<TextFieldProps>> & Record<'kind' | 'department', Partial<SelectFieldProps>>
  errors: { [Field in TaxDataField]?: string | undefined }
  /** The chosen document: only a RUT has an address. */
  kind: PatientTaxData['kind']
}

/** Whom a receipt names: the same fields at the account page and while paying. */
export function TaxDataFields({ controls, errors, kind }: TaxDataFieldsProps) {
  return (
    <>
      <SelectField
        {...controls.kind}
        label="Documento"
        required
        options={[
          { value: 'ci', label: 'Cédula' },
          { value: 'rut', label: 'RUT' },
        ]}
        error={errors.kind}
      />
      <TextField
        {...controls.number}
        label="Número"
        required
        inputMode="numeric"
        autoComplete="off"
        hint="Con todos sus números. Los puntos y los guiones no importan."
        error={errors.number}
      />
      <TextField
        {...controls.name}
        label={kind === 'ci' ? 'Nombre completo' : 'Razón social'}
        required
        autoComplete="off"
        error={errors.name}
      />
      {kind === 'rut' && (
        <>
          <TextField
            {...controls.address}
            label="Domicilio fiscal"
            required
            autoComplete="off"
            error={errors.address}
          />
          <TextField {...controls.city} label="Ciudad o localidad" required autoComplete="off" error={errors.city} />
          <DepartmentField {...controls.department} error={errors.department} />
        </>
      )}
    </>
  )
}

export function DepartmentField(props: Partial<SelectFieldProps>) {
  return (
    <SelectField
      {...props}
      label="Departamento"
      required
      placeholder="Elige uno"
      options={departments.map((name) => ({ value: name, label: name }))}
    />
  )
}
