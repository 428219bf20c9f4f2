export const LANGUAGES: Record<string, Language>;
