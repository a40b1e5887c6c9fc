import { useMutation } from '@tanstack/react-query';
import { CallFailure } from '../../../../facade/client/failure.ts';
import { Button } from '../../../shared/components/Button.tsx';
import { Banner } from '../../../shared/components/feedback/Banner.tsx';
import { Field, TextArea } from '../../../shared/components/form/Field.tsx';
import { useFields } from '../../../shared/components/form/useFields.ts';
import styles from '../panel/Form.module.css';
import { Panel, type PanelState } from '../panel/Panel.tsx';
import { type FormName, panels } from '../panel/panels.ts';
import { adminMessage, raised } from '../replies.ts';

interface ContentField {
  readonly name: string;
  readonly label: string;
  readonly optional?: true;
  readonly lines?: number;
}

type Values = Readonly<Record<string, string>>;

/** A form that adds something to the catalogue: fields, call, and result (spec 5, 8). */
export function ContentForm({
  form,
  place,
  fields,
  add,
}: {
  form: FormName;
  place: PanelState;
  fields: readonly ContentField[];
  /** @param values an optional field that is empty is missing */
  add: (values: Values) => Promise<{ message: string; isError: boolean }>;
}) {
  const empty: Values = Object.fromEntries(fields.map(({ name }) => [name, '']));
  const missing = ({ label, name, optional }: ContentField, values: Values) =>
    optional || values[name]?.trim() ? undefined : `${label} is required`;
  const { values, field, refuse, put } = useFields(empty, now =>
    Object.fromEntries(fields.map(one => [one.name, missing(one, now)])),
  );
  const adding = useMutation({
    mutationFn: async (sent: Values) => raised(await add(sent)),
    onSuccess: () => put(() => empty),
    onError: failure => {
      const named = failure instanceof CallFailure ? failure.body : undefined;
      if (named?.errorField !== undefined && Object.hasOwn(empty, named.errorField))
        refuse(named.errorField, named.messageVerbose ?? named.message);
    },
  });
  const { title } = panels[form];
  return (
    <Panel form={form} place={place} running={adding.isPending ? 'Being added…' : undefined}>
      <form
        className={styles['form']}
        aria-label={title}
        noValidate
        onSubmit={event => {
          event.preventDefault();
          const wrong = fields.find(one => missing(one, values) !== undefined);
          if (wrong) return refuse(wrong.name, missing(wrong, values) ?? '');
          if (adding.isPending) return;
          const given = Object.entries(values).map(([name, value]) => [name, value.trim()] as const);
          adding.mutate(Object.fromEntries(given.filter(([, value]) => value !== '')));
        }}
      >
        <div className={styles['pair']}>
          {fields.map(({ name, label, optional, lines }) => {
            const shown = optional ? `${label} (optional)` : label;
            return lines === undefined ? (
              <Field key={name} label={shown} required={!optional} autoComplete="off" {...field(name)} />
            ) : (
              <TextArea key={name} label={shown} required={!optional} rows={lines} {...field(name)} />
            );
          })}
        </div>
        {adding.isError && <Banner type="error">{adminMessage(adding.error)}</Banner>}
        {adding.isSuccess && <Banner type="success">{adding.data.message}</Banner>}
        <div className={styles['actions']}>
          <Button type="submit" busy={adding.isPending}>
            Add {title.toLowerCase()}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
