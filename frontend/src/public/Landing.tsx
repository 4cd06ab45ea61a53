import { Link } from 'react-router';
import { usePublicConfig } from '../config';
import { useTitle } from '../title';
import { Brand } from './Brand';
import './landing.css';
import { SchedulePicture } from './SchedulePicture';

const FEATURES = [
  ['Automated video uploads', 'Upload once. Each video goes out on its own, at its time.'],
  ['Smart scheduling', 'Plan ahead with a content calendar and see what goes out when.'],
  ['Caption management', 'Keep the captions you use again and again in one place.'],
  ['Time-saving batches', 'Upload and schedule many videos in one go.'],
] as const;

const BENEFITS = [
  ['Instant setup', 'Connect your page, upload a video, choose a time. That is all.'],
  ['Secure and reliable', 'Your content and your data are handled with care, from upload to post.'],
  ['Facebook integration', 'Made for Facebook Pages, from the upload to the published post.'],
] as const;

const COMING_SOON = [
  ['AI caption generation', 'Captions suggested for each video.'],
  ['Thumbnail creation', 'A cover picture that invites a click.'],
  ['Performance analytics', 'How each post does, at a glance.'],
] as const;

export function Landing() {
  useTitle();
  const support = usePublicConfig()?.support_url;
  return (
    <div className="landing">
      <header className="landing-header">
        <Brand />
        <nav aria-label="Account">
          <Link className="button quiet" to="/login">
            Login
          </Link>
          <Link className="button primary" to="/register">
            Sign Up
          </Link>
        </nav>
      </header>
      <main>
        <section className="hero">
          <div>
            <h1>Your Facebook videos, out on time. Every time.</h1>
            <p className="lead">
              Pagecast schedules, manages and automates the video content of your Facebook Page. Upload today,
              publish all week.
            </p>
            <p className="actions">
              <Link className="button primary large" to="/register">
                Get Started
              </Link>
              <SupportLink url={support}>Contact Us</SupportLink>
            </p>
          </div>
          <SchedulePicture />
        </section>
        <Section title="Powerful Features" cards={FEATURES} columns={4} />
        <Section title="Why Choose Us" cards={BENEFITS} columns={3} />
        <Section title="Coming Soon" cards={COMING_SOON} columns={3} badge="Soon" />
        <section className="closing">
          <h2>Ready to plan your week in an afternoon?</h2>
          <p className="actions">
            <Link className="button primary large" to="/register">
              Get Started Now
            </Link>
            <SupportLink url={support}>Contact Support</SupportLink>
          </p>
        </section>
      </main>
      <footer className="landing-footer">Pagecast</footer>
    </div>
  );
}

interface SectionProps {
  title: string;
  cards: readonly (readonly [string, string])[];
  columns: 3 | 4;
  badge?: string;
}

function Section({ title, cards, columns, badge }: SectionProps) {
  return (
    <section>
      <h2>{title}</h2>
      <ul className={`cards of-${columns}`}>
        {cards.map(([name, text]) => (
          <li key={name}>
            {badge && <span className="badge">{badge}</span>}
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function SupportLink({ url, children }: { url: string | null | undefined; children: string }) {
  if (!url) return null;
  return (
    <a className="button outlined large" href={url} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
