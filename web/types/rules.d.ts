export const RULES: {
  form: FormKind;
  facts: Record<string, string>;
  box: Record<string, { is: number; fact: string; what: string }>;
  findings: Record<string, { level: string }>;
};
