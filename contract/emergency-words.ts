/** Prefixes of words and phrases, without accents. */
const signs =
  /\b(?:suicid|matarme|me quiero matar|me voy a matar|ganas de morir|quiero desaparecer|sobredosis|dolor (?:en el|de) pecho|quitarme la vida|no quiero vivir|no quiero seguir viviendo|autolesi|quiero morir|me corto(?! (?:el|la|los|las|un|con|en)\b)|me estoy cortando|cortarme las venas|hacerme dano|lastimarme|no aguanto mas vivir|want to die|kill myself|suicidal|quero morrer|me matar|(?<!(?:tuve|tuvo|tuvieron|despues de|post|sufri|sufrio|hizo) (?:un |el )?)infarto|no puedo respirar|emergencia)/

export function soundsLikeEmergency(text: string): boolean {
  const plain = text.toLocaleLowerCase('es').normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/\s+/g, ' ')
  return signs.test(plain)
}
