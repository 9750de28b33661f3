// From the numbers of one worker's track to those of a recording.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <jackdaw/observe/names/data_names.hpp>
#include <jackdaw/observe/names/short_name.hpp>
#include <jackdaw/trace/record/numbering.hpp>
#include <jackdaw/trace/record/recording.hpp>
#include <jackdaw/trace/record/track.hpp>

namespace jackdaw::trace {

/// Gives kinds of tasks, names of handles and texts of log entries the numbers that they have in `all`, and puts them
/// there. While recorder::take() reads the tracks. Throws std::bad_alloc.
class common_numbers {
 public:
  explicit common_numbers(recording& all) : all_(all) {}

  /// `e`: an event of `own`.
  void renumber(event& e, const track& own) {
    if (e.happened() == what::started) {
      const task_kind local = own.kind(e.other);
      e.other = kinds_.number_of({local.name, local.colour}, all_.kinds, [&local] {
        return kind{observe::short_name(local.name), std::string(local.colour)};
      });
    } else if (e.happened() == what::named) {
      e.other = handle_names_.number_of(e.other, all_.handle_names,
                                        [&e] { return std::string(observe::data_names::text_of(e.other)); });
    } else if (is_log(e.happened())) {
      const std::string_view text = own.log_text(e.subject);
      e.subject = logs_.number_of(text, all_.logs, [text] { return std::string(text); });
    }
  }

 private:
  recording& all_;
  numbering<std::pair<std::string_view, std::string_view>> kinds_;  // by name and colour
  numbering<std::uint32_t> handle_names_;                           // by numbers of the process
  numbering<std::string_view> logs_;
};

}  // namespace jackdaw::trace
