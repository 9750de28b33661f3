// More than one machine: the ranks of a job, started by mpirun, run one program. Its library is jackdaw::cluster.
//
//   cluster::world, cluster::world_options   the ranks, and what this one knows of them
//   cluster::flow, cluster::handle           tasks that name the data they use, on all ranks
//   cluster::read, cluster::write, cluster::add, cluster::reduce   accesses
//   cluster::read_all, cluster::write_all, cluster::add_all        as many as are known when the program runs
//   cluster::on                              where a task runs
//   cluster::one_machine, cluster::one_machine_handle              the same interface on one machine, without MPI
//   cluster::pool, cluster::worker           tasks that put tasks, on all ranks
//   cluster::reduction, cluster::kept, cluster::best   what tasks name to reach something of their rank
//   cluster::pool_counts                     what a rank has done for the balance
//   cluster::recording, cluster::recorded_job          what the workers of all ranks do, by one clock
//   cluster::write_chrome, cluster::write_report       a trace and a page of it
//   cluster::serial, cluster::has_serial     how values travel
//   cluster::writer, cluster::reader         the bytes of values
//   cluster::failure, cluster::errc, cluster::category   what goes wrong, and where
#pragma once

#include <jackdaw/base/required_language.hpp>
#include <jackdaw/cluster/errors.hpp>
#include <jackdaw/cluster/flow/flow.hpp>
#include <jackdaw/cluster/flow/one_machine.hpp>
#include <jackdaw/cluster/pool/pool.hpp>
#include <jackdaw/cluster/record/recorded_job.hpp>
#include <jackdaw/cluster/record/recording.hpp>
#include <jackdaw/cluster/serial/bytes.hpp>
#include <jackdaw/cluster/serial/serial.hpp>
#include <jackdaw/cluster/serial/standard.hpp>
#include <jackdaw/cluster/world.hpp>
