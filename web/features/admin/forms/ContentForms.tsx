import { addBook, addCourse, addLanguage } from '../../../../facade/books.ts';
import type { BodyOf } from '../../../../facade/endpoint.ts';
import { useClient } from '../../../shared/session.tsx';
import type { PanelState } from '../panel/Panel.tsx';
import { ContentForm } from './ContentForm.tsx';

/** The fields of each form are exactly those of its call, so what it sends is the call's body. */

export function LanguageForm({ place }: { place: PanelState }) {
  const client = useClient();
  return (
    <ContentForm
      form="language"
      place={place}
      fields={[
        { name: 'name', label: 'Name' },
        { name: 'isoCode', label: 'ISO code', optional: true },
      ]}
      add={values => client.call(addLanguage, { body: values as BodyOf<typeof addLanguage> })}
    />
  );
}

export function CourseForm({ place }: { place: PanelState }) {
  const client = useClient();
  return (
    <ContentForm
      form="course"
      place={place}
      fields={[
        { name: 'title', label: 'Title' },
        { name: 'description', label: 'Description' },
        { name: 'nativeLanguageName', label: 'Native language' },
        { name: 'targetLanguageName', label: 'Language to learn' },
      ]}
      add={values => client.call(addCourse, { body: values as BodyOf<typeof addCourse> })}
    />
  );
}

export function BookForm({ place }: { place: PanelState }) {
  const client = useClient();
  return (
    <ContentForm
      form="book"
      place={place}
      fields={[
        { name: 'title', label: 'Title' },
        { name: 'author', label: 'Author' },
        { name: 'publishedDate', label: 'Published', optional: true },
        { name: 'languageName', label: 'Language' },
      ]}
      add={values => client.call(addBook, { body: values as BodyOf<typeof addBook> })}
    />
  );
}
