/** `8 años`, `1 año`, `5 meses`, `menos de un mes`: a person's age on a day. Both dates are YYYY-MM-DD. */
export function ageOn({ today, birthDate }: { birthDate: string; today: string }): string {
  const months = monthsUntil(today) - monthsUntil(birthDate) - (dayOf(today) < dayOf(birthDate) ? 1 : 0)
  const years = Math.floor(months / 12)
  if (years > 0) return years === 1 ? '1 año' : `${years} años`
  if (months > 0) return months === 1 ? '1 mes' : `${months} meses`
  return 'menos de un mes'
}

const monthsUntil = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
const dayOf = (date: string) => Number(date.slice(8, 10))
