/** A different telephone number for each tag. */
function phoneOf(tag: string): string {
  const digits = String([...tag].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 900_000, 7) + 100_000)
  return `+598 99 ${digits.slice(0, 3)} ${digits.slice(3)}`
}

/** Texts that occur nowhere else, so that a sweep finds every place that still contains one. */
export function textsOf(tag: string) {
  return {
    name: `Eulalia${tag} Zufriategui${tag}`,
    formerEmail: `antes.${tag.toLowerCase()}@ejemplo.uy`,
    email: `eulalia.${tag.toLowerCase()}@ejemplo.uy`,
    newEmail: `nueva.${tag.toLowerCase()}@ejemplo.uy`,
    phone: phoneOf(tag),
    address: `Calle de ${tag} 1234`,
    visitAddress: `Casa de la abuela de ${tag}`,
    emergencyContact: `Hermana de ${tag}`,
    device: `Navegador de ${tag}/1.0`,
    network: `red-de-${tag}`,
    factor: `Teléfono de ${tag}`,
    subject: `google-${tag}`,
    child: `Hija de ${tag}`,
    ward: `Abuelo de ${tag}`,
    cancelReason: `Motivo de ${tag}`,
  }
}

export type Texts = ReturnType<typeof textsOf>
