import { MessageForm } from './MessageForm.tsx';

export const head = {
  title: 'Contact Us',
  description: 'Write to the people behind Camino: a question, an idea, a word of praise or of blame.',
};

export default function Contact() {
  return <MessageForm about="contact" title={head.title} />;
}
